import { describeWithServers } from '@footfall/test-servers';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startFakeServer } from './fake-server.fixture.ts';
import { lockLimits, withServerLock } from './lock.ts';
import { openServer } from './server.ts';

describeWithServers('the lock on a server', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  const connect = () => createClient({ url: CLICKHOUSE_URL, log: { level: ClickHouseLogLevel.OFF } });

  it('G5 is released when the process that holds it ends', async () => {
    const id = `test:${randomUUID()}`;
    const dead = connect();
    let rejection: unknown;
    await new Promise<void>((resolve) => {
      const held = withServerLock(dead, id, lockLimits, () => {
        resolve();
        return new Promise<never>(() => {});
      });
      held.catch((error: unknown) => (rejection = error));
    });
    // Its sockets close, as those of a killed process do.
    await dead.close();
    const next = connect();
    expect(await withServerLock(next, id, lockLimits, () => Promise.resolve('mine'))).toBe('mine');
    expect(rejection).toMatchObject({ code: 'UNAVAILABLE' });
    await next.close();
  });

  it('is refused at the wait limit while another process holds it, and the work never begins', async () => {
    const id = `test:${randomUUID()}`;
    const holder = connect();
    const waiting = connect();
    let release = (): void => {};
    await new Promise<void>((resolve) => {
      void withServerLock(holder, id, lockLimits, () => {
        resolve();
        return new Promise<void>((end) => (release = end));
      });
    });
    let hasBegun = false;
    const work = () => Promise.resolve((hasBegun = true));
    const refused = withServerLock(waiting, id, { ...lockLimits, waitMsMax: 50 }, work);
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    expect(hasBegun).toBe(false);
    release();
    expect(await withServerLock(waiting, id, lockLimits, work)).toBe(true);
    await Promise.all([holder.close(), waiting.close()]);
  });
});

describe('the lock on a server that stalls', () => {
  it.each([
    ['responds with nothing', () => {}],
    ['stops in the middle of a response', (response: ServerResponse) => response.write('{"he')],
  ])('is refused when the server %s', async (_what, respond) => {
    const server = await startFakeServer((_, response) => respond(response));
    const { url } = server.address;
    // The client would disconnect after as long a silence.
    const client = createClient({ url, request_timeout: 600_000, log: { level: ClickHouseLogLevel.OFF } });
    const work = () => Promise.resolve('done');
    const refused = withServerLock(client, 'test', { ...lockLimits, lookMsMax: 50 }, work);
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    await client.close();
    server.close();
  });
});

it('G4 only one of the calls of a process that wait for a lock asks the server for it', async () => {
  let asked = 0;
  const server = await startFakeServer((statement, response, queryId) => {
    if (statement.includes('held by')) asked += 1;
    else response.setHeader('x-clickhouse-query-id', queryId).end('{"held":1}\n');
  });
  const warehouse = await openServer(server.address);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const calls = Array.from({ length: 10 }, () => warehouse.alone('work', () => ended));
  // The server has received what was sent before these reads.
  for (let times = 0; times < 5; times += 1) await warehouse.read({ sql: 'SELECT 1' });
  expect(asked).toBe(1);
  end();
  await Promise.all(calls);
  expect(asked).toBe(calls.length);
  await warehouse.close();
  server.close();
});
