import { describeWithServers } from '@footfall/test-servers';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startFakeServer } from './fake-server.fixture.ts';
import { lockLimits, withServerLock } from './lock.ts';

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
