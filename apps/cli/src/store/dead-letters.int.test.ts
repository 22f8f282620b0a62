/** `footfall dead-letters` on an embedded log that no Footfall has open. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busSettingsSchema, openBus } from '@footfall/bus';
import { footfall } from '../program.fixture.ts';

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-cli-dead-letters-'));
  const bus = await openBus(busSettingsSchema.parse({ DATA_DIR: directory }));
  for (const [offset, text] of ['', 'not an event\n', 'x'.repeat(100)].entries()) {
    const letter = { reason: `reason ${offset}`, partition: 3, offset, value: Buffer.from(text).toString('base64') };
    await bus.publish('dead-letters', [{ key: 'k', value: Buffer.from(JSON.stringify(letter)) }]);
  }
  await bus.close();
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('footfall dead-letters', () => {
  it('shows the offset, the reason and the first characters of each record', async () => {
    const { status, stdout } = await footfall('dead-letters', { DATA_DIR: directory });
    expect(status).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect(lines).toEqual([
      ['PARTITION', 'OFFSET', 'BYTES', 'REASON', 'BEGINS WITH'],
      ['3', '0', '0', 'reason 0'],
      ['3', '1', '13', 'reason 1', 'not an event\\u000a'],
      ['3', '2', '100', 'reason 2', 'x'.repeat(60)],
    ]);
  });

  it('prints the newest records as JSON, with the bytes in base64', async () => {
    const { stdout } = await footfall('dead-letters --limit 2 --json', { DATA_DIR: directory });
    expect(JSON.parse(stdout)).toEqual([
      { reason: 'reason 1', partition: 3, offset: 1, value: 'bm90IGFuIGV2ZW50Cg==' },
      { reason: 'reason 2', partition: 3, offset: 2, value: expect.any(String) },
    ]);
  });

  it.each([
    ['dead-letters --limit many', /^Error: .*It must be an integer from 1 to 1,000\.\n$/],
    ['dead-letters --limit 0', /^Error: .*It must be an integer from 1 to 1,000\.\n$/],
    ['dead-letters --limit 1001', /^Error: .*It must be an integer from 1 to 1,000\.\n$/],
  ])('names the error in %s', async (args, reason) => {
    const { status, stderr } = await footfall(args, { DATA_DIR: directory });
    expect(status).toBe(1);
    expect(stderr).toMatch(reason);
  });

  it('opens no warehouse, and reads no setting of it', async () => {
    const { status } = await footfall('dead-letters', { DATA_DIR: directory, CLICKHOUSE_URL: 'nowhere' });
    expect({ status, parts: readdirSync(directory) }).toEqual({ status: 0, parts: ['bus'] });
  });

  it('creates no log if there is none', async () => {
    const { status, stderr } = await footfall('dead-letters', { DATA_DIR: join(directory, 'elsewhere') });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Error: there is no \S+elsewhere\/bus: set DATA_DIR /);
  });
});
