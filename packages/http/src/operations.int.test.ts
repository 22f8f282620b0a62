import { createLogger, Counter, Registry } from '@footfall/telemetry';
import express, { type ErrorRequestHandler } from 'express';
import { type Listener, listen } from './listen.ts';
import { operations } from './operations.ts';
import type { Dependencies } from './readiness.ts';
import { requestId } from './request-id.ts';
import { sendError } from './respond.ts';

const logger = createLogger('test', 'silent', false);
const listeners: Listener[] = [];
afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.drain(0))));

async function serve(dependencies: Dependencies): Promise<string> {
  const registry = new Registry();
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3);
  const answerFault: ErrorRequestHandler = (thrown, _request, response, _next) => {
    sendError(response, thrown, logger);
  };
  const app = express();
  app.use((request, response, next) => {
    requestId(request, response);
    next();
  });
  app.use(operations(dependencies, registry, 'test')).use(answerFault);
  const listener = await listen(app, { host: '127.0.0.1', port: 0, portSetting: 'PORT' });
  listeners.push(listener);
  return listener.url;
}

describe('operations', () => {
  it('is healthy whatever it depends on', async () => {
    const url = await serve({ bus: () => Promise.reject(new Error('down')) });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('is ready when everything it depends on answers', async () => {
    const url = await serve({ bus: () => Promise.resolve(), state: () => Promise.resolve() });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('names what does not answer, or not in time', async () => {
    const url = await serve({
      bus: () => Promise.reject(new Error('down')),
      state: () => Promise.resolve(),
      warehouse: () => {
        throw new Error('closed');
      },
    });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'not ready', missing: ['bus', 'warehouse'] });
  });

  it('names what hangs within its deadline, and is healthy meanwhile', async () => {
    const url = await serve({ bus: () => new Promise(() => undefined), state: () => Promise.resolve() });
    const readiness = fetch(`${url}/readyz`);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await readiness).json()).toMatchObject({ status: 'not ready', missing: ['bus'] });
  });

  it('shows what it depends on among its numbers', async () => {
    const url = await serve({ bus: () => Promise.reject(new Error('down')), state: () => Promise.resolve() });
    const numbers = await (await fetch(`${url}/metrics`)).text();
    expect(numbers).toContain('footfall_test_dependency_up{dependency="bus"} 0');
    expect(numbers).toContain('footfall_test_dependency_up{dependency="state"} 1');
  });

  it('reports its numbers as Prometheus text', async () => {
    const response = await fetch(`${await serve({})}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toContain('things_total 3');
  });

  it.each(['/healthz/', '/Healthz', '/metrics/'])('is not at %s', async (path) => {
    expect((await fetch((await serve({})) + path)).status).toBe(404);
  });

  it('takes no other method and says which it takes', async () => {
    const response = await fetch(`${await serve({})}/healthz`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'METHOD_NOT_ALLOWED' } });
  });
});
