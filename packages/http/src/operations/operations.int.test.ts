import { Counter, createLogger, Gauge, Registry } from '@footfall/process';
import { listen, type Listener } from '../server/listen.ts';
import { about, operations } from './operations.ts';
import { exchange } from '../raw-exchange.fixture.ts';
import { type Dependencies, watchReadiness } from './readiness.ts';
import { createExpressApp } from '../responses/express-app.ts';
import { faultHandler } from '../responses/faults.ts';

const logger = createLogger('test', { write: () => {} });
const listeners: Listener[] = [];
afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.drain(0))));

/** Returns a registry with a counter of value 3. */
function countingThings(): Registry {
  const registry = new Registry();
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3);
  return registry;
}

async function serve(dependencies: Dependencies, metricsToken?: string, registry = countingThings(), name = 'test') {
  const app = createExpressApp();
  const readiness = watchReadiness(name, dependencies, registry);
  app.use(about(name)).use(operations({ readiness, registry, metricsToken })).use(faultHandler(logger));
  const listener = await listen(app, { host: '127.0.0.1', port: 0, portSetting: 'PORT' });
  listeners.push(listener);
  return listener.url;
}

describe('operations', () => {
  it('is healthy although a dependency is down', async () => {
    const url = await serve({ bus: () => Promise.reject(new Error('down')) });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('is ready when everything that it depends on responds', async () => {
    const url = await serve({ bus: () => Promise.resolve(), state: () => Promise.resolve() });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('names the dependencies that do not respond in time', async () => {
    const url = await serve({
      bus: () => Promise.reject(new Error('down')),
      state: () => Promise.resolve(),
      warehouse: () => {
        throw new Error('closed');
      },
    });
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ status: 'not ready', missing: ['bus', 'warehouse'] });
  });

  it('names a dependency that hangs once its deadline has passed, and is healthy meanwhile', async () => {
    const url = await serve({ bus: () => new Promise(() => undefined), state: () => Promise.resolve() });
    const readiness = fetch(`${url}/readyz`);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await (await readiness).json()).toMatchObject({ status: 'not ready', missing: ['bus'] });
  });

  it('reports its dependencies in its metrics', async () => {
    const url = await serve({ bus: () => Promise.reject(new Error('down')), state: () => Promise.resolve() });
    const numbers = await (await fetch(`${url}/metrics`)).text();
    expect(numbers).toContain('footfall_test_dependency_up{dependency="bus"} 0');
    expect(numbers).toContain('footfall_test_dependency_up{dependency="state"} 1');
  });

  it('reports its metrics as Prometheus text', async () => {
    const response = await fetch(`${await serve({})}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).toContain('things_total 3');
  });

  it('reports its metrics again as soon as they can be collected', async () => {
    const registry = countingThings();
    let isBroken = true;
    const collect = () => {
      if (isBroken) throw new Error('broken');
    };
    registry.registerMetric(new Gauge({ name: 'broken', help: 'Broken.', registers: [], collect }));
    const url = await serve({}, undefined, registry);
    expect((await fetch(`${url}/metrics`)).status).toBe(500);
    isBroken = false;
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('things_total 3');
  });

  it('G7 collects its metrics once for 1,000 pipelined requests on two ports, while others are served', async () => {
    const registry = new Registry();
    let collected = 0;
    const gauge: Gauge = new Gauge({
      name: 'collections',
      help: 'Collections.',
      registers: [registry],
      collect: () => gauge.set((collected += 1)),
    });
    const urls = [await serve({}, undefined, registry, 'one'), await serve({}, undefined, registry, 'two')];
    const startedMs = performance.now();
    const responses = urls.map((url) =>
      exchange(url, `${'GET /metrics HTTP/1.1\r\n\r\n'.repeat(999)}GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n`),
    );
    for (const url of urls) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const response of await Promise.all(responses))
      expect(response.match(/\ncollections \d+/g)).toHaveLength(1_000);
    expect(collected).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 1_000);
  });

  it('G7 shows its metrics only to holders of the token, if one is set', async () => {
    const url = await serve({}, 'secret');
    const statusOf = async (headers: Record<string, string>) => (await fetch(`${url}/metrics`, { headers })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ Authorization: 'Bearer other' })).toBe(401);
    expect(await statusOf({ Authorization: 'Bearer secret' })).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it.each(['/healthz/', '/Healthz', '/metrics/'])('is not served at %s', async (path) => {
    expect((await fetch((await serve({})) + path)).status).toBe(404);
  });

  it.each([
    ['/', 'POST'],
    ['/', 'OPTIONS'],
    ['/healthz', 'POST'],
  ])('rejects other methods at %s, such as %s, and names the allowed ones', async (path, method) => {
    const response = await fetch((await serve({})) + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'METHOD_NOT_ALLOWED' } });
  });

  it.each(['/healthz', '/readyz', '/metrics'])('lets no cache store its response at %s', async (path) => {
    const url = await serve({ bus: () => Promise.reject(new Error('down')) });
    expect((await fetch(url + path)).headers.get('cache-control')).toBe('no-store');
  });
});
