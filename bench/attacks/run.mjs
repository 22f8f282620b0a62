/**
 * Measures the effect of an attacker on one honest client, attack by attack, in the product of one directory or in two
 * that alternate: the version before a change and the version after. Both need a build. Linux only: memory is read from /proc.
 * Usage: node bench/attacks/run.mjs [--before DIR] [--after DIR] [--only G1,G2] [--quick] [--servers] [--json] [--write]
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { servers } from '@footfall/test-servers';
import { keep } from '../dist/keep.js';
import { startAttacker } from './attacker.mjs';
import { measureHonest } from './honest.mjs';
import { startProduct } from './product.mjs';
import { describeRun, renderMarkdown, renderText } from './report.mjs';

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    after: { type: 'string' },
    only: { type: 'string' },
    /** Uses less data and shorter attacks, to check that everything works. */
    quick: { type: 'boolean', default: false },
    /** Uses the servers of REDIS_URL, KAFKA_BROKERS and CLICKHOUSE_URL instead of the embedded drivers. */
    servers: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    /** Stores the findings in results.json and writes docs/attacks.md, in which the results of other attacks are kept. */
    write: { type: 'boolean', default: false },
  },
});
const scale = options.quick
  ? { isQuick: true, settleSeconds: 5, aloneSeconds: 5, attackSeconds: 12, attackSecondsMax: 120, restSeconds: 15 }
  : { isQuick: false, settleSeconds: 20, aloneSeconds: 15, attackSeconds: 60, attackSecondsMax: 300, restSeconds: 60 };
const sampleMs = 200;

const versions = Object.entries({ before: options.before, after: options.after })
  .filter(([, directory]) => directory !== undefined)
  .map(([version, directory]) => ({ version, root: resolve(directory) }));
const attacks = attackFiles(options.only?.toUpperCase().split(','));
for (const { root } of versions)
  if (!existsSync(join(root, 'apps/standalone/dist/main.js')))
    throw new Error(`${root} is not a built checkout of Footfall: run "npm run build" there`);
if (versions.length === 0) throw new Error('Pass --before DIR or --after DIR, or both');

let running;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void interrupt().finally(() => process.exit(1)));
}

const results = [];
for (const { id, file } of attacks) {
  const attack = await import(file);
  const findings = [];
  const conditions = { isOnServers: options.servers, isQuick: options.quick, ...scale };
  const measured = describeRun(conditions);
  for (const { version, root } of versions) {
    if (isInterrupted) break;
    process.stderr.write(`${id} ${version} …\n`);
    const finding = await measure(file, attack, root).catch((error) => ({ failure: error.message }));
    findings.push({ version, ...finding, verdicts: judge(attack, finding) });
  }
  const result = { id, title: attack.title, measured, findings };
  results.push(result);
  if (!options.json) console.log(renderText(result));
  if (options.write) keep(result, 'bench/attacks/results.json', 'docs/attacks.md', renderMarkdown);
}
if (options.json) console.log(JSON.stringify(results, null, 2));
process.exit(0);

/** Returns a verdict on each expectation; all have failed if the product or the attacker ended early. */
function judge({ expectations }, finding) {
  const isMeasured = finding.failure === undefined && finding.attacker.failure === undefined;
  const verdictOn = (expectation) =>
    isMeasured ? expectation.judge(finding) : { hasPassed: false, found: 'not measured' };
  return expectations.map((expectation) => ({ expected: expectation.text, ...verdictOn(expectation) }));
}

/** Returns the attacks by the number in their file names. */
function attackFiles(only) {
  const found = readdirSync(new URL('.', import.meta.url))
    .flatMap((name) => {
      const number = /^g(\d+)-.*\.mjs$/.exec(name)?.[1];
      return number === undefined ? [] : [{ id: `G${number}`, file: new URL(name, import.meta.url).href }];
    })
    .toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
  const unknown = only?.filter((id) => !found.some((attack) => attack.id === id)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--only must name attacks of ${found.map(({ id }) => id).join(', ')}, got ${unknown.join(', ')}`);
  return found.filter(({ id }) => only === undefined || only.includes(id));
}

async function interrupt() {
  isInterrupted = true;
  await running?.stop();
  await running?.remove();
}

async function measure(file, attack, root) {
  const product = await startProduct(root, { settings: attack.settings, servers: options.servers ? servers() : {} });
  running = product;
  try {
    const input = await attack.prepare(product, scale);
    // Memory used for loading the data is returned meanwhile.
    await delay(scale.settleSeconds * 1000);
    const probes = attack.probes(product, input);
    const alone = await measureHonest(probes, isPast(scale.aloneSeconds));
    const restMiB = product.anonymousMiB();
    const seconds = { seconds: scale.attackSeconds, secondsMax: scale.attackSecondsMax };
    const attacker = startAttacker(file, input, seconds);
    const isTimeUp = isPast(scale.attackSeconds);
    const isOver = () => (isTimeUp() && attacker.isOver()) || !product.isRunning();
    const peak = followMemory(product, isOver);
    const beside = await measureHonest(probes, isOver);
    if (!product.isRunning()) attacker.stop();
    const found = { alone, beside, attacker: await attacker.result };
    const peakMiB = await peak;
    if (product.isRunning()) await delay(scale.restSeconds * 1000);
    if (!product.isRunning()) return { ...found, failure: deathOf(product) };
    const memory = { restMiB, peakMiB, laterMiB: product.anonymousMiB() };
    const finished = await attack.finish?.(product, input);
    return { ...found, memory, figures: { ...found.attacker.figures, ...finished } };
  } finally {
    await product.stop();
    await product.remove();
    running = undefined;
  }
}

const deathOf = (product) => `the product ended under attack:\n${product.lastWords().join('\n')}`;

function isPast(seconds) {
  const endMs = performance.now() + seconds * 1000;
  return () => performance.now() >= endMs;
}

/** Returns the highest memory of the product until `isOver`, in MiB. */
async function followMemory(product, isOver) {
  let peakMiB = 0;
  for (; !isOver(); await delay(sampleMs)) peakMiB = Math.max(peakMiB, product.anonymousMiB());
  return peakMiB;
}
