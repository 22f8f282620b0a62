/** Renders the results of attacks: as tables on a terminal, and as Markdown. */
import { loadavg } from 'node:os';
import { aligned, describeMachine, markdownTable } from '../dist/report.js';

const head = ['version', 'honest request', 'alone', 'ok', 'p50', 'p99', 'attacked', 'ok', 'p50', 'p99', 'slowest'];
const memoryHead = ['version', "attacker's requests", 'memory at rest', 'peak', 'later', 'further'];

/** Returns the result of one attack, for a terminal. */
export function renderText({ id, title, measured, findings }) {
  const parts = [`${id}: ${title}`, aligned({ head, rows: findings.flatMap(honestRows) })];
  parts.push(
    aligned({ head: named(memoryHead, measured), rows: findings.map(attackerRow) }),
    aligned(verdictTable(findings)),
  );
  parts.push(...failures(findings).map((line) => `  ${line}`));
  return `${parts.join('\n')}\n`;
}

/** Returns the whole of docs/attacks.md. */
export function renderMarkdown(results) {
  const parts = [
    '# Under attack',
    'The effect of an attack on an honest client, measured by `node bench/attacks/run.mjs --before DIR --after DIR --write`. This file is generated: do not edit it. Each section is an attack, named after its file in `bench/attacks`. The honest client sends at a steady pace, whether or not its last request has completed; a failed request counts with the time until it failed. Memory is anonymous memory, which excludes pages of files, in MiB; peak and later are relative to rest.',
    'Expectations are absolute, so a busy or slow machine fails more of them: compare the versions with each other.',
    markdownTable({ head: ['attack', '', 'version', 'result'], rows: results.flatMap(summaryRows) }),
  ];
  for (const { id, title, measured, findings } of results) {
    parts.push(`## ${id}`, sentence(title), markdownTable(verdictTable(findings)));
    parts.push(markdownTable({ head, rows: findings.flatMap(honestRows) }));
    parts.push(markdownTable({ head: named(memoryHead, measured), rows: findings.map(attackerRow) }));
    parts.push(...failures(findings), measured.conditions);
  }
  return `${parts.join('\n\n')}\n`;
}

/** Describes the time, the machine and the method of a measurement. Called before the attack: the load is that of other work. */
export function describeRun({ isOnServers, isQuick, attackSeconds, restSeconds }) {
  const drivers = isOnServers ? 'with servers' : 'embedded drivers';
  const quick = isQuick ? ', with `--quick`' : '';
  const day = new Date().toISOString().slice(0, 10);
  return {
    conditions: `Measured ${day} on ${describeMachine(drivers)}, ${attackSeconds} s an attack${quick}; load of the machine before it: ${loadavg()[0].toFixed(1)}.`,
    restSeconds,
  };
}

function summaryRows({ id, title, findings }) {
  return findings.map(({ version, verdicts }) => {
    const failed = verdicts.filter(({ hasPassed }) => !hasPassed).length;
    return [id, title, version, failed === 0 ? 'passed' : `failed in ${failed} of ${verdicts.length}`];
  });
}

/** Returns a row for each expectation and version. */
function verdictTable(findings) {
  const rows = findings.flatMap(({ version, verdicts }) =>
    verdicts.map(({ expected, found, hasPassed }) => [version, expected, found, hasPassed ? 'passed' : 'failed']),
  );
  return { head: ['version', 'expected', 'found', ''], rows };
}

const failures = (findings) =>
  findings.flatMap(({ version, failure }) => (failure === undefined ? [] : [`${version}: ${failure}`]));

function honestRows({ version, alone = [], beside = [] }) {
  return alone.map((quiet, index) => {
    const attacked = beside[index];
    const { requests, p50Ms, p99Ms, maxMs } = attacked;
    return [
      version,
      quiet.name,
      count(quiet.requests),
      share(quiet),
      time(quiet.p50Ms),
      time(quiet.p99Ms),
      count(requests),
      share(attacked),
      time(p50Ms),
      time(p99Ms),
      time(maxMs),
    ];
  });
}

function attackerRow({ version, attacker, memory, figures = {} }) {
  const outcomes = Object.entries(attacker?.outcomes ?? {}).map(([outcome, times]) => `${outcome}: ${count(times)}`);
  const requests = attacker?.failure ?? `${count(attacker?.requests ?? 0)} (${outcomes.join(', ')})`;
  const above = (mib) => `${mib < 0 ? '−' : '+'}${count(Math.abs(Math.round(mib)))}`;
  const figuresText = Object.entries(figures).map(([name, value]) => `${name}: ${figure(value)}`);
  const memories = memory
    ? [count(Math.round(memory.restMiB)), ...[memory.peakMiB, memory.laterMiB].map((at) => above(at - memory.restMiB))]
    : ['', '', ''];
  return [version, requests, ...memories, figuresText.join(', ')];
}

const named = (names, { restSeconds }) => names.map((name) => (name === 'later' ? `after ${restSeconds} s` : name));
const count = (value) => value.toLocaleString('en');
const figure = (value) => (typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value));
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const time = (ms) => (ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms >= 10 ? Math.round(ms) : ms.toFixed(1)} ms`);

function share({ requests, succeeded }) {
  const percent = (100 * succeeded) / requests;
  // A share below 100 % must not be rounded up to it.
  return `${succeeded === requests ? 100 : Math.min(99.9, percent).toFixed(1)} %`;
}
