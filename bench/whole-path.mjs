/**
 * Sends events through the whole standalone product, from HTTP to the warehouse, and prints the rate, the CPU
 * time of the server per event, and its memory. With `--late` the events are from the last 30 days, as in an
 * import, so that almost each is looked up in `events`; without it, from the last minute. Needs a build (`npm start` makes
 * one). Usage: node bench/whole-path.mjs [--events N] [--batch N] [--connections N] [--late] [--json]
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isRolledUp, startStandalone } from './standalone-process.mjs';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    batch: { type: 'string', default: '100' },
    connections: { type: 'string', default: '8' },
    late: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const eventCount = Number(options.events);
const batchSize = Number(options.batch);
const connections = Number(options.connections);
const ageMsMax = options.late ? 30 * 86_400_000 : 60_000;
/** The time within which freed memory is returned. */
const restMs = 3_000;
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK']));
const say = (text) => options.json || console.log(text);

const dataDir = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
const startedAt = performance.now();
const server = await startStandalone(dataDir, { connections });

try {
  const figures = { firstResultMs: Math.round(performance.now() - startedAt) };
  await delay(restMs);
  figures.restMiB = residentMiB();
  say(`first result after ${figures.firstResultMs} ms; ${figures.restMiB} MiB at rest`);

  const headers = { Authorization: `Bearer ${server.credentials.secretKey}` };
  const began = performance.now();
  const cpuBeforeMs = cpuMs();
  let sent = 0;
  let refused = 0;
  let peakMiB = 0;
  async function client() {
    while (sent < eventCount) {
      const count = Math.min(batchSize, eventCount - sent);
      sent += count;
      const body = JSON.stringify({ events: Array.from({ length: count }, randomEvent) });
      for (;;) {
        const { status } = await server.send(server.ingestPort, '/api/v1/events', { body, headers });
        if (status === 202) break;
        if (status !== 503 && status !== 429) throw new Error(`ingest responded ${status}`);
        refused += 1;
        await delay(200);
      }
      peakMiB = Math.max(peakMiB, residentMiB());
    }
  }
  await Promise.all(Array.from({ length: connections }, client));
  figures.acceptedPerSecond = Math.round((eventCount * 1000) / (performance.now() - began));
  figures.retriedRequests = refused;
  say(
    `accepted at ${figures.acceptedPerSecond} events/s (batches of ${batchSize}, ${connections} connections, ${refused} retried)`,
  );

  await server.until(async () => {
    peakMiB = Math.max(peakMiB, residentMiB());
    return (await server.metric('footfall_consumer_rows_total')) >= eventCount;
  }, 600_000);
  figures.storedPerSecond = Math.round((eventCount * 1000) / (performance.now() - began));
  figures.cpuUsPerEvent = Number(((1000 * (cpuMs() - cpuBeforeMs)) / eventCount).toFixed(1));
  // At rest again: during a rollup batch the result would depend on the batch.
  await server.until(async () => {
    peakMiB = Math.max(peakMiB, residentMiB());
    return isRolledUp(server);
  }, 600_000);
  await delay(restMs);
  figures.loadedMiB = residentMiB();
  figures.peakMiB = peakMiB;
  say(`stored at ${figures.storedPerSecond} events/s, ${figures.cpuUsPerEvent} us of CPU each`);
  say(`${figures.loadedMiB} MiB once they are rolled up, ${figures.peakMiB} MiB at most`);
  if (options.json) console.log(JSON.stringify(figures));
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function randomEvent() {
  const visitor = Math.floor(Math.random() * 50_000);
  return {
    type: '$pageview',
    id: randomUUID(),
    timestamp: Date.now() - Math.floor(Math.random() * ageMsMax),
    visitorId: `visitor-${visitor}`,
    sessionId: `session-${visitor}-${Math.floor(Math.random() * 4)}`,
    url: `https://www.example.com/page/${Math.floor(Math.random() ** 3 * 2_000)}?utm_source=newsletter`,
    title: 'A page',
    referrer: 'https://www.google.com/',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ip: `8.8.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`,
  };
}

function residentMiB() {
  const line = readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/);
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

/** Returns the user and system time of all threads of the server. */
function cpuMs() {
  // The second field, the name, may contain spaces; the 14th and 15th are the times.
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}
