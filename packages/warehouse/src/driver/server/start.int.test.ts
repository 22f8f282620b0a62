import { loadSettings } from '@footfall/process/settings';
import { StartError } from '@footfall/errors';
import { describeWithServers, freePort, listenLocally } from '@footfall/test-servers';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { serverAddress, type WarehouseSettings, warehouseSettingsSchema } from '../../config.ts';
import type { ServerAddress } from './connection.ts';
import { migrate } from '../../schema/migrate.ts';
import { openWarehouse } from '../../open.ts';
import { checkSchema } from '../../schema/schema-check.ts';
import { openServer } from './server.ts';
import { dropDatabase, ownDatabase } from '../contract/server-harness.fixture.ts';

const secret = 'not-for-any-eye';
const settings = (given: Partial<WarehouseSettings>) =>
  loadSettings(warehouseSettingsSchema, { DATA_DIR: '/nowhere', ...given });

const settingsOf = ({ url, username, password, database }: ServerAddress) =>
  settings({
    CLICKHOUSE_URL: url,
    CLICKHOUSE_USER: username,
    CLICKHOUSE_PASSWORD: password,
    CLICKHOUSE_DATABASE: database,
  });

/** Resolves with the message of a start that fails; no part of the error contains the password, in any form in which it is sent. */
async function refusal(given: Partial<WarehouseSettings>): Promise<string> {
  const thrown: unknown = await openWarehouse(settings(given)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(StartError);
  const shown = inspect(thrown, { depth: 20, showHidden: true });
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain(Buffer.from(`me:${secret}`).toString('base64'));
  return String(thrown);
}

describe('starting with a server that cannot be used', () => {
  let other: { close(): unknown } | undefined;
  afterEach(() => void other?.close());
  const urlOf = (port: number) => `http://me:${secret}@127.0.0.1:${port}`;
  const listen = async (server: Server) => {
    other = server;
    return urlOf(await listenLocally(server));
  };
  const listeners: Record<string, RequestListener> = {
    'another web server': (_, response) => response.end('<html>It works!</html>'),
    'a web server that has no such page': (_, response) => response.writeHead(404).end('Not found'),
    'a proxy without a server behind it': (_, response) => response.writeHead(502).end('<html>Bad gateway</html>'),
    'a server that responds in JSON': (_, response) => response.end('["26.8.1.1"'),
  };

  it.each(Object.keys(listeners))('names CLICKHOUSE_URL if %s responds there', async (name) => {
    expect(await refusal({ CLICKHOUSE_URL: await listen(createHttpServer(listeners[name])) })).toMatch(
      /^StartError: Setting CLICKHOUSE_URL: no ClickHouse responds at http:\/\/127\.0\.0\.1:\d+. It must be .*8123/,
    );
  });

  it('names CLICKHOUSE_URL if nothing listens there', async () => {
    expect(await refusal({ CLICKHOUSE_URL: urlOf(await freePort()) })).toMatch(
      /^StartError: Setting CLICKHOUSE_URL: no/,
    );
  });

  it('names CLICKHOUSE_URL if its host is unknown', async () => {
    expect(await refusal({ CLICKHOUSE_URL: `http://me:${secret}@host.invalid:8123` })).toMatch(
      /Setting CLICKHOUSE_URL: no/,
    );
  });

  it('names CLICKHOUSE_URL if another kind of server listens there', async () => {
    const server = createTcpServer((socket) => socket.end('\u0000\u0001not HTTP'));
    expect(await refusal({ CLICKHOUSE_URL: await listen(server) })).toMatch(/Setting CLICKHOUSE_URL: no/);
  });

  it('names CLICKHOUSE_URL if the server there never responds', async () => {
    expect(await refusal({ CLICKHOUSE_URL: await listen(createTcpServer()) })).toMatch(/Setting CLICKHOUSE_URL: no/);
  });

  it('names CLICKHOUSE_DATABASE if the user cannot create it', async () => {
    const responses = [
      (response: ServerResponse) => response.end('["26.8.1.1"]\n'),
      (response: ServerResponse) => response.end('["0"]\n'),
      (response: ServerResponse) =>
        response.writeHead(403).end('Code: 497. DB::Exception: me: Not enough privileges. (ACCESS_DENIED)\n'),
    ];
    const guarded = createHttpServer((_, response) => void responses.shift()?.(response));
    expect(await refusal({ CLICKHOUSE_URL: await listen(guarded) })).toMatch(
      /Setting CLICKHOUSE_DATABASE: user me cannot create or read database footfall/,
    );
  });

  it('names CLICKHOUSE_URL if the server is too old', async () => {
    const old = createHttpServer((_, response) => response.end('["25.8.1.1"]\n'));
    expect(await refusal({ CLICKHOUSE_URL: await listen(old) })).toMatch(
      /Setting CLICKHOUSE_URL: .*25\.8\.1\.1.* needed$/,
    );
  });
});

describeWithServers('starting on a server', ['CLICKHOUSE_URL'], ({ CLICKHOUSE_URL }) => {
  const { host } = new URL(CLICKHOUSE_URL);

  it('names user and password if the server rejects them', async () => {
    const line =
      /^StartError: Setting CLICKHOUSE_PASSWORD: .*password of user me; check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD$/;
    expect(await refusal({ CLICKHOUSE_URL: `http://me:${secret}@${host}` })).toMatch(line);
    expect(
      await refusal({ CLICKHOUSE_URL: `http://${host}`, CLICKHOUSE_USER: 'me', CLICKHOUSE_PASSWORD: secret }),
    ).toMatch(line);
  });

  it('creates the database and its tables, even if several processes do so at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const address = ownDatabase(CLICKHOUSE_URL);
      const given = settingsOf(address);
      const opened = await Promise.all([1, 2, 3, 4].map(() => openWarehouse(given)));
      for (const warehouse of opened) {
        expect(await migrate(warehouse, Date.now)).toEqual([]);
        await expect(checkSchema(warehouse)).resolves.toBeUndefined();
      }
      await Promise.all(opened.map((warehouse) => warehouse.close()));
      await dropDatabase(address);
    }
  });

  it('opens the database that the URL names', async () => {
    const address = ownDatabase(CLICKHOUSE_URL);
    const named = serverAddress(settings({ CLICKHOUSE_URL: `${address.url}/${address.database}` }));
    if (!named) throw new Error('There is no server');
    const warehouse = await openServer({ ...named, username: address.username, password: address.password });
    expect(await warehouse.read({ sql: 'SELECT currentDatabase() AS name' })).toEqual([{ name: address.database }]);
    await warehouse.close();
    await dropDatabase(address);
  });
});
