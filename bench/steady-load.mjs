/**
 * The standalone product for minutes at 80 % of the highest rate, then at 150 %: new visitors, one event a request.
 * Prints rate, latency, memory and lag of the consumer for each slice of time, and at the end whether everything
 * acknowledged is stored. Needs a build. Usage: node bench/steady-load.mjs [--minutes N] [--overload-minutes N] [--json]
 */
import { get } from 'node:http';
import { parseArgs } from 'node:util';
import { memoryOf } from '@footfall/test-servers/process-figures';
import autocannon from 'autocannon';
import { figure, quantile } from './dist/finding.js';
import { addressOf, pageviewOf } from './ingest/pageviews.mjs';
import { startStandalone } from './standalone-process.mjs';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    'overload-minutes': { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
/** One load of the sender; memory and backlog are read at its end. */
const sliceSeconds = 30;
const rateSeconds = 10;
const rateRounds = 3;
const connections = { highest: 32, steady: 128, overload: 4_000 };
const healthMs = 500;
const settleMs = 600_000;
/** The figures of a slice, by their titles. */
const columns = {
  'accepted/s': 'rate',
  'p50, ms': 'p50Ms',
  'p99, ms': 'p99Ms',
  refused: 'refused',
  'Retry-After': 'retryAfter',
  'their p99, ms': 'refusedP99Ms',
  'health p99, ms': 'healthP99Ms',
  'memory, MB': 'mb',
  'lag, events': 'lag',
};
const say = (line) => options.json || console.log(line);

const product = await startStandalone({ settings: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
let visitor = 0;
let accepted = 0;

try {
  await load(rateSeconds, connections.highest);
  const rates = [];
  for (let round = 0; round < rateRounds; round += 1) rates.push((await load(rateSeconds, connections.highest)).rate);
  const highest = Math.max(...rates);
  say(`highest rate ${Math.round(highest)} requests/s, of ${rates.map(Math.round).join(', ')}`);

  const steady = await slices(Number(options.minutes), connections.steady, 0.8 * highest);
  const overload = await slices(Number(options['overload-minutes']), connections.overload, 1.5 * highest);
  const stored = await storedEvents();
  say(`acknowledged ${accepted}, stored ${stored}`);
  if (options.json) console.log(JSON.stringify({ highest, steady, overload, accepted, stored }));
  // Requests that were cut off at the end of a slice are stored, but were never acknowledged.
  if (stored < accepted) process.exitCode = 1;
} finally {
  await product.stop();
}

async function slices(minutes, atOnce, rate) {
  say(`\n${Math.round(rate)} requests/s, ${minutes} min`);
  say(padded(Object.keys(columns)));
  const measured = [];
  for (let slice = 0; slice < (minutes * 60) / sliceSeconds; slice += 1) {
    const health = watchHealth();
    const loaded = await load(sliceSeconds, atOnce, rate);
    const healthP99Ms = health.stop();
    const row = {
      ...loaded,
      healthP99Ms,
      mb: memoryOf(product.pid).anonymousBytes / 1e6,
      lag: await product.metric('footfall_consumer_lag_events'),
    };
    measured.push(row);
    say(padded(Object.values(columns).map((name) => (row[name] === Infinity ? 'failed' : figure(row[name])))));
  }
  return measured;
}

function padded(cells) {
  return cells.map((cell) => cell.padStart(14)).join('');
}

/** Sends for some seconds: `rate` requests a second, or each connection one after the other. Latencies count from when a request was due. */
function load(seconds, atOnce, rate) {
  const latencies = { accepted: [], refused: [] };
  const statuses = new Map();
  let retryAfter = 0;
  const run = autocannon({
    url: `http://127.0.0.1:${product.ingestPort}/api/v1/events`,
    connections: atOnce,
    duration: seconds,
    timeout: 30,
    ...(rate === undefined ? {} : { overallRate: Math.round(rate) }),
    requests: [{ method: 'POST', setupRequest }],
    setupClient(client) {
      client.on('headers', ({ headers }) => {
        if (headers.some((text, index) => index % 2 === 0 && /^retry-after$/i.test(text))) retryAfter += 1;
      });
    },
  });
  run.on('response', (_client, status, _bytes, tookMs) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    (status === 202 ? latencies.accepted : latencies.refused).push(tookMs);
  });
  return new Promise((resolve, reject) => {
    run.on('error', reject);
    run.on('done', ({ errors, timeouts }) => {
      const taken = statuses.get(202) ?? 0;
      accepted += taken;
      if (errors + timeouts > 0) say(`${errors} errors, ${timeouts} of them without a response in time`);
      const others = [...statuses.keys()].filter((status) => status !== 202 && status !== 503);
      if (others.length > 0) return reject(new Error(`refused with ${others.join(', ')}`));
      resolve({
        rate: taken / seconds,
        p50Ms: quantile(latencies.accepted, 0.5),
        p99Ms: quantile(latencies.accepted, 0.99),
        refused: statuses.get(503) ?? 0,
        retryAfter,
        refusedP99Ms: quantile(latencies.refused, 0.99),
      });
    });
  });
}

function setupRequest(request) {
  visitor += 1;
  return {
    ...request,
    headers: {
      'content-type': 'application/json',
      'x-api-key': product.credentials.publicKey,
      'x-forwarded-for': addressOf(visitor),
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    },
    body: JSON.stringify(pageviewOf(visitor)),
  };
}

/** Requests `/healthz` repeatedly, each time over a new connection, as orchestrators do. */
function watchHealth() {
  const latencies = [];
  const timer = setInterval(() => {
    const beganAtMs = performance.now();
    const request = { port: product.ingestPort, path: '/healthz', agent: false };
    get(request, (response) => {
      response.resume();
      latencies.push(response.statusCode === 200 ? performance.now() - beganAtMs : Infinity);
    }).on('error', () => latencies.push(Infinity));
  }, healthMs);
  return {
    stop() {
      clearInterval(timer);
      return quantile(latencies, 0.99);
    },
  };
}

/** The events that the API counts, once the consumer has processed all of them. */
async function storedEvents() {
  const isStored = async () =>
    (await product.metric('footfall_consumer_lag_events')) === 0 && (await product.hasStored(accepted));
  await product.until(isStored, settleMs).catch(() => say('the consumer has not caught up'));
  return product.metric('footfall_consumer_rows_total');
}
