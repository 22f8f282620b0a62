/** Renders findings: as a table on a terminal, and as docs/performance.md. */
import { cpus, totalmem } from 'node:os';
import type { Finding, Table, Verdict } from './finding.ts';
import { share } from './finding.ts';

/** A finding as stored between runs, with the conditions of its measurement. */
export interface Kept extends Finding {
  id: string;
  title: string;
  promise: string;
  /** The size of the data, such as `60,000,000 events`. */
  size: string;
  /** ISO 8601. */
  at: string;
  tookSeconds: number;
  /** The machine and the versions of the programs. */
  machine: string;
}

export function describeMachine(engine: string): string {
  const [cpu] = cpus();
  const gib = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim() ?? 'processor'}, ${gib} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}, ${engine}`;
}

const word = ({ hasPassed }: Verdict) => (hasPassed ? 'passed' : 'failed');
const ratioText = ({ ratio }: Verdict) => (ratio === undefined ? '' : share(ratio));
const verdictHead = ['figure', 'Footfall', 'compared with', 'ratio', 'target', ''];
const verdictRow = (verdict: Verdict) => [
  verdict.what,
  verdict.footfall,
  verdict.other,
  ratioText(verdict),
  verdict.target,
  word(verdict),
];

/** Returns a finding for a terminal. */
export function renderText(kept: Kept): string {
  const parts = [`${kept.id}. ${kept.title} (${kept.size}; ${Math.round(kept.tookSeconds)} s)`];
  if (kept.verdicts.length > 0) parts.push(aligned({ head: verdictHead, rows: kept.verdicts.map(verdictRow) }));
  for (const table of kept.tables ?? []) parts.push(aligned(table));
  parts.push(...(kept.notes ?? []));
  return `${parts.join('\n')}\n`;
}

export function aligned({ head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `  ${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n');
}

const introduction = `The latest measurement of each target. This file is generated: do not edit it, but run \`npm run bench\`, or the script that \`bench/README.md\` names for a benchmark. That README also describes the data and the methods. Times depend on the machine, so compare ratios: each is from one run in which the contenders alternated. Times are medians of 7 unless stated otherwise. A target is a goal for development: \`failed\` means that it has not been reached yet. [attacks.md](attacks.md) shows the effect of attackers on an honest client.`;

/** True for benchmarks that have a number, as the targets do; the others are known by their titles. */
const numbered = (id: string) => /^\d/.test(id);

/** Returns the whole of docs/performance.md. `missing` names the benchmarks without a result. */
export function renderMarkdown(all: readonly Kept[], missing: readonly Pick<Kept, 'id' | 'title'>[]): string {
  const summary = [
    ...all.map((kept) => [kept.id, kept.title, kept.size, summaryOf(kept), kept.at.slice(0, 10)]),
    ...missing.map(({ id, title }) => [id, title, '', 'not measured', '']),
  ]
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other, 'en', { numeric: true }))
    .map(([id = '', ...rest]) => [numbered(id) ? id : '', ...rest]);
  const parts = [
    '# Performance',
    introduction,
    markdownTable({ head: ['benchmark', '', 'size', 'result', 'measured'], rows: summary }),
  ];
  for (const kept of all) {
    parts.push(`## ${numbered(kept.id) ? `${kept.id}. ` : ''}${kept.title}`, kept.promise);
    if (kept.verdicts.length > 0) {
      parts.push(markdownTable({ head: verdictHead, rows: kept.verdicts.map(verdictRow) }));
    }
    for (const table of kept.tables ?? []) parts.push(markdownTable(table));
    parts.push(...(kept.notes ?? []));
    parts.push(`Measured with ${kept.size}, ${kept.at.slice(0, 16).replace('T', ' ')} UTC, on ${kept.machine}.`);
  }
  return `${parts.join('\n\n')}\n`;
}

function summaryOf({ verdicts }: Kept): string {
  const failed = verdicts.filter(({ hasPassed }) => !hasPassed).length;
  if (verdicts.length === 0) return 'no target at this size';
  return failed === 0 ? 'passed' : `failed in ${failed} of ${verdicts.length}`;
}

export function markdownTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
