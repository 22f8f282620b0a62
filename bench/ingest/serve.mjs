/**
 * A server in a separate process, which sends its port to its parent: `bare` is `node:http` that responds with 202 as soon as the body
 * is complete, `stubbed` the ingest app with its pipeline and sessions, on a log that is always durable at once.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const key = `pk_live_${'0'.repeat(32)}`;
const stop = process.argv[2] === 'bare' ? await serveBare() : await serveIngest();
process.on('message', () => void stop().then(() => process.disconnect()));

function tellPort(port) {
  process.send({ port: Number(port), key });
}

async function serveBare() {
  const body = JSON.stringify({ success: true, accepted: 1, rejected: [] });
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      Buffer.concat(chunks);
      response.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      response.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  tellPort(server.address().port);
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

async function serveIngest() {
  const part = (path) => import(new URL(`../../${path}`, import.meta.url).href);
  const { createIngestApp, createPipeline, ingestLimits, openGeography } = await part('apps/ingest/dist/app.js');
  const { openBus } = await part('packages/bus/dist/bus.js');
  const { openState } = await part('packages/state/dist/state.js');
  const { listen } = await part('packages/http/dist/http.js');
  const { createLogger, createRegistry } = await part('packages/process/dist/process.js');

  const directory = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
  const { directory: log } = await openBus({ DATA_DIR: directory });
  // Sessions are determined and kept in memory, but never written: the log would do that.
  const stubbedLog = { ...log, write: (action) => Promise.resolve(action) };
  const state = await openState({ DATA_DIR: directory }, { now: Date.now, log: stubbedLog });
  const identity = { keyId: 'key', type: 'public', workspaceId: `ws_${'0'.repeat(20)}`, plan: 'free', domain: null };
  const app = createIngestApp({
    settings: { TRUST_PROXY: '1' },
    limits: ingestLimits,
    bus: { publish: () => Promise.resolve(), ping: () => Promise.resolve() },
    state,
    warehouse: { ping: () => Promise.resolve(), read: () => Promise.resolve([]) },
    keyStore: {
      identify: () => ({ ...identity, allowedOrigins: [], expiresAtMs: null }),
      flushLastUsed: () => Promise.resolve(),
    },
    pipeline: createPipeline({ geography: openGeography(), state, now: Date.now }),
    logger: createLogger('bench', { write: () => {} }),
    registry: createRegistry(),
    now: Date.now,
  });
  const listener = await listen(app.handler, { host: '127.0.0.1', port: 0, portSetting: 'PORT' });
  tellPort(new URL(listener.url).port);
  return async () => {
    await listener.drain(1_000);
    await app.close();
    await state.close();
    await log.close();
    rmSync(directory, { recursive: true });
  };
}
