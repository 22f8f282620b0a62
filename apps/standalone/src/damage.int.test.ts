/** The standalone process after the loss of its newest part: the log still has the events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '@footfall/process/settings';
import { createLogger } from '@footfall/process';
import { openWarehouse } from '@footfall/warehouse';
import { type Standalone, standaloneSettingsSchema, startStandalone } from './standalone.ts';

const events = 50;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-standalone-damage-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function start(): Promise<Standalone> {
  const environment = { DATA_DIR: dataDir, API_PORT: '0', INGEST_PORT: '0' };
  return startStandalone(loadSettings(standaloneSettingsSchema, environment), {
    logger: createLogger('test', 'silent', false),
  });
}

async function read<Row>(sql: string): Promise<Row[]> {
  const warehouse = await openWarehouse({ DATA_DIR: dataDir });
  const rows = await warehouse.read<Row>({ sql });
  await warehouse.close();
  return rows;
}

it('G3 restores the newest events from the log if the directory of their part is gone', async () => {
  const first = await start();
  const response = await fetch(`${first.ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': first.credentials.secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      events: Array.from({ length: events }, () => ({ type: '$pageview', url: 'https://example.com/' })),
    }),
  });
  expect(response.status).toBe(202);
  await first.drain();
  await first.stop();
  const parts = await read<{ path: string }>(
    "SELECT path FROM system.parts WHERE active AND table = 'events' AND database = currentDatabase()",
  );
  expect(parts).toHaveLength(1);
  for (const { path } of parts) rmSync(path, { recursive: true });
  expect(await read('SELECT count() AS n FROM events')).toEqual([{ n: 0 }]);
  await (await start()).stop();
  expect(await read('SELECT count() AS n, uniqExact(offset) AS offsets FROM events')).toEqual([
    { n: events, offsets: events },
  ]);
});
