/** `footfall verify`, `reconcile`, `explain` and `dead-letters` next to a running Footfall that has the embedded store open. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busSettingsSchema, openBus } from '@footfall/bus';
import { reconcileJob } from '@footfall/consumer/jobs';
import { createLogger } from '@footfall/process';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { until } from '@footfall/test-servers';
import { openWarehouse } from '@footfall/warehouse';
import { runLocalJob } from '../clients/local-work.ts';
import { footfall, type Outcome } from '../program.fixture.ts';

const eventsSent = 30;
let directory: string;
let product: Product;
const log: object[] = [];

async function start(): Promise<void> {
  const logger = createLogger('test', { write: (line) => void log.push(JSON.parse(line)) });
  product = await startProduct({ DATA_DIR: directory, EVENTS_READ_MAX: '10' }, logger);
}

async function publishDeadLetter(): Promise<void> {
  const bus = await openBus(busSettingsSchema.parse({ DATA_DIR: directory }));
  const letter = { reason: 'not JSON in UTF-8', partition: 0, offset: 7, value: '' };
  await bus.publish('dead-letters', [{ key: 'k', value: Buffer.from(JSON.stringify(letter)) }]);
  await bus.close();
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'footfall-cli-local-'));
  await publishDeadLetter();
  await start();
  const events = Array.from({ length: eventsSent }, (_, index) => ({
    type: '$pageview',
    url: `https://www.example.com/${index % 3}`,
    visitorId: `visitor-${index % 7}`,
  }));
  await fetch(`${product.ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': product.credentials.secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  await product.drain();
});
afterAll(async () => {
  await product.stop();
  rmSync(directory, { recursive: true });
});

const run = (args: string) => footfall(args, { DATA_DIR: directory });

describe('next to a running Footfall', () => {
  it('dead-letters reads from the open log, and is in the audit log', async () => {
    const { status, stdout, stderr } = await run('dead-letters --json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([{ reason: 'not JSON in UTF-8', partition: 0, offset: 7, value: '' }]);
    const audited = { audit: true, by: 'admin socket', route: 'POST /local/v1/dead-letters' };
    expect(log).toContainEqual(expect.objectContaining(audited));
  });

  it('A25 reconcile compares the log with the events', async () => {
    const { status, stdout, stderr } = await run('reconcile');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Exact: ${eventsSent} rows, each offset and each event once; nothing is missing.`);
    const asJson = await run('reconcile --json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({ isExact: true, partitions: [{ rows: eventsSent, missing: 0 }] });
  });

  it('A25 reconcile --repair removes duplicates', async () => {
    await product.stop();
    const warehouse = await openWarehouse({ DATA_DIR: directory });
    await warehouse.command({ sql: 'INSERT INTO events SELECT * FROM events WHERE offset = 3' });
    await warehouse.close();
    await start();
    const found = await run('reconcile');
    expect(found).toMatchObject({ status: 1, stderr: '' });
    expect(found.stdout).toContain(
      'Not exact: 0 missing, 1 duplicate offset, 0 duplicate IDs. Repair it with --repair.',
    );
    const { status, stdout } = await run('reconcile --repair');
    expect(status).toBe(0);
    expect(stdout).toContain('Repaired: 0 missing, 1 duplicate offset, 0 duplicate IDs. Exact now');
  });

  it('A25 only one command runs at a time', async () => {
    const socket = { url: 'http://localhost', socketPath: join(directory, 'admin.sock') };
    const runJob = () => runLocalJob(socket, reconcileJob, { repairs: false }, () => {});
    const outcomes = await Promise.allSettled([runJob(), runJob()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'Another command is using the store: try again when it has ended' },
    });
  });

  it('A25 explain shows which tables an endpoint reads', async () => {
    const { status, stdout, stderr } = await run('explain pages --param limit=2');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^pages of ${product.credentials.workspaceId}\nRead from `));
    const funnel =
      'explain funnel --param step=path:starts_with:/ --param step=type:is:signup --param within=1d --json';
    const { data } = JSON.parse((await run(funnel)).stdout).result;
    expect(data.map(({ step }: { step: string }) => step)).toEqual(['path:starts_with:/', 'type:is:signup']);
    const asJson = await run('explain visitors --param granularity=week --json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({ endpoint: 'visitors', result: { granularity: 'week' } });
  });

  it('A25 verify compares the rollups with the events', async () => {
    let verified: Outcome | undefined;
    // After the repair, the consumer rebuilds them.
    await until(async () => {
      verified = await run('verify');
      const message = verified.stdout + verified.stderr;
      return !/there are no rollups|rollup batch is not finished|rollups are being computed/.test(message);
    });
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(verified?.stdout).toMatch(
      /\nExact: the rollups and the events return the same results \(\d+ events of \d workspace/,
    );
  });

  it.each([
    ['explain everything', /^Error: the endpoint must be one of overview, .*, got "everything"\n$/],
    ['explain pages --param limit=many', /^Error: limit .*\n$/],
    ['explain pages --workspace ws_another', /^Error: workspace ws_another has no events\n$/],
    ['explain pages --param fliter=country:is:DE', /^Error: the parameters of pages are start, .*, got "fliter"\n$/],
    ['verify --workspace ws_another', /^Error: there is no workspace ws_another\n$/],
    ['repair', /^Error: Footfall is running on .*\. Stop it first: .*\n$/],
  ])('A25 the error in %s is named', async (args, reason) => {
    const { status, stderr } = await run(args);
    expect(status).toBe(1);
    expect(stderr).toMatch(reason);
  });
});
