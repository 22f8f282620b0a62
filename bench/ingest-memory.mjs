/**
 * The memory of ingest after a million events, sent in batches over kept-alive connections: the real app and pipeline, with
 * a log that is durable at once. Needs a build. Usage: node bench/ingest-memory.mjs [--events N] [--batch N] [--connections N] [--json]
 */
import { parseArgs } from 'node:util';
import { memoryOf } from '@footfall/test-servers/process-figures';
import autocannon from 'autocannon';
import { startPart } from './dist/ingest/server.js';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    batch: { type: 'string', default: '100' },
    connections: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const batchSize = Number(options.batch);
const bodies = 200;
const userAgents = Array.from(
  { length: 500 },
  (_, index) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (index % 40)}.0.${index}.0 Safari/537.36`,
);

/** As in docker-compose.yml. */
const execArgv = ['--max-old-space-size=256'];
const server = await startPart('stubbed', {
  execArgv,
  env: { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
});
try {
  const url = `http://127.0.0.1:${server.port}/api/v1/events`;
  const restMb = megabytes('residentBytes');
  const amount = Math.ceil(Number(options.events) / batchSize);
  const requests = Array.from({ length: bodies }, (_, index) => ({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': server.key,
      'user-agent': userAgents[index % userAgents.length],
    },
    body: JSON.stringify({
      events: Array.from({ length: batchSize }, (__, event) => eventOf(index * batchSize + event)),
    }),
  }));
  const result = await autocannon({ url, connections: Number(options.connections), amount, requests });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} errors`);
  const figures = {
    restMb,
    loadedMb: megabytes('residentBytes'),
    // Without the page cache, which the system reclaims when it needs memory.
    ownMb: megabytes('anonymousBytes'),
    eventsPerSecond: Math.round((result['2xx'] * batchSize) / result.duration),
  };
  if (options.json) console.log(JSON.stringify(figures));
  else
    console.log(
      `${figures.restMb} MB before, ${figures.loadedMb} MB after ${amount * batchSize} events at ${figures.eventsPerSecond} a second`,
    );
} finally {
  await server.stop();
}

/** Twenty thousand visitors on two thousand pages, from six hundred sites. */
function eventOf(index) {
  return {
    type: '$pageview',
    visitorId: `visitor-${index}`,
    url: `https://www.example.com/page/${index % 2_000}?utm_source=news&utm_medium=email`,
    title: `Page ${index % 2_000}`,
    referrer: `https://site-${index % 600}.example/`,
    props: { plan: 'pro', seats: index % 50 },
  };
}

function megabytes(figure) {
  return Math.round(memoryOf(server.pid)[figure] / 1e6);
}
