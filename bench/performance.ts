/**
 * Measures the performance targets: prints each with both sides and their ratio, and writes docs/performance.md, in which earlier results
 * are kept until they are measured again. Uses the server of CLICKHOUSE_URL, otherwise the embedded engine. See bench/README.md.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { DatasetTarget, Surroundings, Target } from './targets/target.ts';
import { targets } from './targets/index.ts';
import type { Finding } from './finding.ts';
import { progress, progressEnds } from './progress.ts';
import type { Kept } from './report.ts';
import { publish } from './results.ts';
import { closeStores, engineOf, openStore } from './store.ts';
import { type Dataset, openDataset } from './traffic/dataset.ts';

const usage = `Usage: pnpm bench [--only 1,3a,...] [--events N] [--exact N] [--seed N] [--keep] [--no-write] [--json]
  --only      benchmarks to measure; all by default
  --events    size of each dataset, 1,000,000 by default
  --exact     events of the benchmark of exactness, 1,000,000 by default
  --keep      leave datasets on the server and use those left there; drop them when the rollups change
  --no-write  leave docs/performance.md as it is`;

const eventsMax = 100_000_000;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    events: { type: 'string', default: '1000000' },
    exact: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function count(text: string): number {
  const value = Number(text.replaceAll(/[,_]/g, ''));
  if (!Number.isInteger(value) || value < 1 || value > eventsMax)
    throw new Error(`A size must be an integer from 1 to ${eventsMax}`);
  return value;
}

const surroundings: Surroundings = {
  clickhouseUrl: process.env['CLICKHOUSE_URL'],
  seed: count(options.seed),
  exactEvents: count(options.exact),
};
const found: Kept[] = [];
let engine = '';

async function measure(target: Target, size: string, work: () => Promise<Finding | undefined>): Promise<void> {
  progress(`${target.id}. ${target.title}`);
  const began = performance.now();
  const finding = await work();
  progressEnds();
  if (!finding) {
    process.stderr.write(`${target.id}. ${target.title}: not measured; needs ${target.needs}\n`);
    return;
  }
  const { id, title, promise } = target;
  const isWritten = !options['no-write'];
  found.push(publish({ id, title, promise, size, ...finding }, { began, engine, isPrinted: !options.json, isWritten }));
}

async function measureOn(name: DatasetTarget['dataset'], chosen: readonly Target[]): Promise<void> {
  const { clickhouseUrl, seed } = surroundings;
  const events = count(options.events);
  const dataset: Dataset = await openDataset(name, { clickhouseUrl, seed, events, isKept: options.keep });
  const size = `${dataset.events.toLocaleString('en')} events in ${dataset.days} days`;
  try {
    for (const target of chosen) {
      if (target.dataset === name) await measure(target, size, () => target.measure(dataset));
    }
  } finally {
    progress('removing temporary data');
    await dataset.close();
    progressEnds();
  }
}

async function engineVersion(): Promise<string> {
  const store = await openStore(`bench_${randomUUID().slice(0, 8)}`, surroundings.clickhouseUrl);
  try {
    return await engineOf(store);
  } finally {
    await store.close(false);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    progress('removing temporary data');
    // Work in progress on a store fails when the store is removed.
    void closeStores().finally(() => process.exit(1));
  });
}

if (options.help) {
  console.log(usage);
} else {
  const only = options.only?.split(',');
  const unknown = only?.find((id) => targets.every((target) => target.id !== id));
  if (unknown !== undefined)
    throw new Error(`There is no benchmark ${unknown}; there are ${targets.map(({ id }) => id).join(', ')}`);
  const chosen = targets.filter(({ id }) => only === undefined || only.includes(id));
  engine = await engineVersion();
  for (const target of chosen) {
    if (target.dataset !== undefined) continue;
    const size = typeof target.size === 'string' ? target.size : target.size(surroundings);
    await measure(target, size, () => target.measure(surroundings));
  }
  for (const name of new Set(chosen.flatMap(({ dataset }) => dataset ?? []))) await measureOn(name, chosen);
  if (options.json) console.log(JSON.stringify(found, null, 2));
}
