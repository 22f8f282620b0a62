/**
 * Compares whole products. Starts each, sends it the same pageviews over its HTTP API, and requests its whole dashboard at
 * once; the products alternate. Requires a build and Linux.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { memoryOf } from '@footfall/test-servers/process-figures';
import type { Range } from './designs/design.ts';
import { compare, figure, limit, median, type Verdict } from './finding.ts';
import { openFootfall } from './products/footfall.ts';
import { openGoatCounter } from './products/goatcounter.ts';
import { batchesOf, batchSize } from './products/pageviews.ts';
import type { Product } from './products/product.ts';
import { progress, progressEnds } from './progress.ts';
import { publish } from './results.ts';

const usage = `Usage: node bench/dist/products.js [--events N] [--before DIR] [--goatcounter FILE] [--rounds N] [--no-write]
  --events       pageviews in 30 days, 1,000,000 by default
  --before       another checkout of Footfall, which has been built
  --goatcounter  the executable of GoatCounter
  --rounds       of which the median is taken, 9 by default
  --no-write     leaves docs/performance.md as it is`;

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    before: { type: 'string' },
    goatcounter: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The time without a request after which a product is at rest. */
const restMs = 60_000;
/** The pause between two screens, in which products finish the work that the last one has left. */
const pauseMs = 1_000;
const warmUpRounds = 2;

interface Contender extends Opened {
  eventsPerSecond: number;
  diskBytes: number;
  restMb: number;
  screensMs: number[];
}

interface Opened {
  name: string;
  product: Product;
}

const events = Number(options.events);
const endMs = Math.floor(Date.now() / hourMs) * hourMs;
const range: Range = { startMs: endMs - 30 * dayMs, endMs };

async function fill({ name, product }: Opened): Promise<Contender> {
  const batches = batchesOf(events, range);
  const began = performance.now();
  let sent = 0;
  const send = async () => {
    for (const batch of batches) {
      await product.send(batch);
      sent += batchSize;
      progress(`${name} takes pageviews`, `${Math.min(sent, events)} of ${events}`);
    }
  };
  await Promise.all(Array.from({ length: product.sendersMax }, send));
  const eventsPerSecond = events / ((performance.now() - began) / 1000);
  await product.settle(events);
  progress(`${name} comes to rest`);
  await delay(restMs);
  const diskBytes = 1024 * Number.parseInt(execFileSync('du', ['-sk', product.dataDir], { encoding: 'utf8' }), 10);
  const restMb = Math.round(memoryOf(product.pid).anonymousBytes / 1e6);
  return { name, product, eventsPerSecond, diskBytes, restMb, screensMs: [] };
}

/** Each round requests a different range, which is in no cache. */
async function measure(contenders: readonly Contender[]): Promise<void> {
  const rounds = warmUpRounds + Number(options.rounds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, product, screensMs } of contenders) {
      progress(`round ${round + 1} of ${rounds}`, name);
      await delay(pauseMs);
      const began = performance.now();
      await product.readScreen({ ...range, startMs: range.startMs + round * hourMs });
      if (round >= warmUpRounds) screensMs.push(performance.now() - began);
    }
  }
}

/** Targets 14 and 15 of a small and of a large site, and that of the previous version. */
function judge([footfall, ...others]: readonly Contender[]): Verdict[] {
  const ms = median(footfall?.screensMs ?? []);
  const isSmall = events <= 50_000;
  const comparedWith = ({ name, screensMs }: Contender) =>
    compare(
      'a screen',
      { footfall: ms, other: median(screensMs), unit: 'ms', otherName: name },
      { atMost: name === 'GoatCounter' ? 1 / 8 : 1 / 5 },
    );
  const targets = isSmall ? { ms: 60, mb: 200 } : { ms: 100, mb: 250 };
  return [
    limit('a screen', ms, 'ms', { atMost: targets.ms }),
    ...(isSmall ? [] : others.map(comparedWith)),
    limit('memory at rest', footfall?.restMb ?? Number.NaN, 'MB', { atMost: targets.mb }),
  ];
}

async function compareAll(): Promise<Contender[]> {
  const { before, goatcounter } = options;
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const opened: Opened[] = [];
  const contenders: Contender[] = [];
  const add = async (name: string, open: () => Promise<Product>) => {
    const one = { name, product: await open() };
    opened.push(one);
    contenders.push(await fill(one));
  };
  try {
    await add('Footfall', () => openFootfall(root));
    if (before !== undefined) await add('version before', () => openFootfall(before));
    if (goatcounter !== undefined) await add('GoatCounter', () => openGoatCounter(goatcounter));
    await measure(contenders);
    return contenders;
  } finally {
    for (const { product } of opened) await product.stop();
    progressEnds();
  }
}

async function run(): Promise<void> {
  const began = performance.now();
  const contenders = await compareAll();
  const finding = {
    id: `products-${events}`,
    title: `Whole products with ${figure(events)} pageviews`,
    promise:
      "The dashboard of a large site loads within 100 ms, 1/8 of GoatCounter's time and 1/5 of the previous version's; that of a small site within 60 ms. Over HTTP, on the embedded engine, uncached.",
    size: `${figure(events)} pageviews in 30 days`,
    verdicts: judge(contenders),
    tables: [
      {
        head: ['product', 'pageviews accepted/s', 'a screen, ms', 'memory at rest, MB', 'disk, bytes per pageview'],
        rows: contenders.map(({ name, eventsPerSecond, screensMs, restMb, diskBytes }) => [
          name,
          ...[eventsPerSecond, median(screensMs), restMb, diskBytes / events].map(figure),
        ]),
      },
    ],
    notes: [
      'A screen is the seven requests of the dashboard at once; for GoatCounter, which renders it on the server, its page. Pageviews are sent in batches of 500, four at a time; GoatCounter accepts one batch at a time, and acknowledges it once it is in memory. It stores totals by page and hour, and counts a page once per visit. The disk of Footfall includes the file of its log, which keeps the size of the largest backlog.',
    ],
  };
  publish(finding, { began, engine: 'embedded engine', isWritten: !options['no-write'] });
}

if (options.help) console.log(usage);
else await run();
