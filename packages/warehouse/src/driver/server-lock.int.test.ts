import { describeWithServers } from '@footfall/test-servers';
import { randomUUID } from 'node:crypto';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { withServerLock } from './server-lock.ts';

describeWithServers('the lock on a server', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  const connect = () => createClient({ url: CLICKHOUSE_URL, log: { level: ClickHouseLogLevel.OFF } });

  it('G5 is free again when the process that held it has ended', async () => {
    const id = `test:${randomUUID()}`;
    const dead = connect();
    let rejection: unknown;
    await new Promise<void>((resolve) => {
      const held = withServerLock(dead, id, () => {
        resolve();
        return new Promise<never>(() => {});
      });
      held.catch((error: unknown) => (rejection = error));
    });
    // Its sockets close, as those of a killed process do.
    await dead.close();
    const next = connect();
    expect(await withServerLock(next, id, () => Promise.resolve('mine'))).toBe('mine');
    expect(rejection).toMatchObject({ code: 'UNAVAILABLE' });
    await next.close();
  });
});
