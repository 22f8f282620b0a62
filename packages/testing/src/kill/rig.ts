/** The standalone product as a process of its own that ends itself between two calls of its ports, or has ports that break a promise. Reads its options from RIG, as JSON. */
import { openBus } from '@footfall/bus';
import { type Lifetime, createLogger, runUntilSignal } from '@footfall/process';
import { loadSettings } from '@footfall/process/settings';
import { type Standalone, standaloneSettingsSchema, startStandalone } from '@footfall/standalone';
import { type Around, type Call, type Proceed, wrapPort } from '@footfall/test-servers';
import { openWarehouse, verify, type Warehouse } from '@footfall/warehouse';
import { endingAround, type ProcessEnd } from './process-end.ts';
import { startEarlyFront } from './early-front.ts';

export interface RigOptions {
  dataDir: string;
  /** Further settings of the product: those of servers. */
  settings?: Readonly<Record<string, string>>;
  /** `list`: prints what is stored, and ends; `verify`: rolls up what is stored, prints what `verify` finds, and ends. */
  mode?: 'serve' | 'list' | 'verify';
  end?: ProcessEnd;
  /** How long an orderly end may take. */
  deadlineMs?: number;
  /** A promise that this process does not keep: every insert is stored once; nothing is acknowledged before it is durable. */
  breaks?: 'once' | 'durable';
}

const options = JSON.parse(process.env['RIG'] ?? '{}') as RigOptions;
const settings = loadSettings(standaloneSettingsSchema, {
  ...options.settings,
  DATA_DIR: options.dataDir,
  API_PORT: '0',
  INGEST_PORT: '0',
  // However few events there are, rollups are made of them.
  EVENTS_READ_MAX: '0',
});

const logger = createLogger('rig', 'silent', false);

if (options.mode === 'list') await list();
else if (options.mode === 'verify') await rollUpAndVerify();
else await runUntilSignal(serve, { logger, ...(options.deadlineMs && { deadlineMs: options.deadlineMs }) });

async function list(): Promise<void> {
  const warehouse = await openWarehouse(settings);
  const rows = await warehouse.read({
    sql: 'SELECT toString(id) AS id, partition, toString(offset) AS offset FROM events',
  });
  process.stdout.write(`${JSON.stringify(rows)}\n`);
  await warehouse.close();
}

async function rollUpAndVerify(): Promise<void> {
  const product = await startStandalone(settings, { logger });
  await product.drain();
  await product.rolledUp();
  await product.stop();
  const warehouse = await openWarehouse(settings);
  const report = await verify({ warehouse });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  await warehouse.close();
}

async function serve(lifetime: Lifetime): Promise<void> {
  let whenStuck = () => {};
  const around: Around = options.end ? endingAround(options.end, () => whenStuck()) : (_call, proceed) => proceed();
  const product: Standalone = await startStandalone(settings, {
    logger,
    openBus: async (...args) => wrapPort(await openBus(...args), around),
    async openWarehouse(...args) {
      const warehouse = await openWarehouse(...args);
      whenStuck = () => void keepBusy(warehouse);
      return wrapPort(options.breaks === 'once' ? wrapPort(warehouse, storeTwice) : warehouse, around);
    },
  });
  lifetime.onStop('the rig', (hurry) => product.stop(hurry));
  product.failed.catch((error: unknown) => lifetime.fail(error));
  void rollUpForEver(product);
  const { ingestUrl, credentials } = product;
  const frontUrl = options.breaks === 'durable' ? await startEarlyFront(ingestUrl) : ingestUrl;
  process.stdout.write(`${JSON.stringify({ ingestUrl: frontUrl, secretKey: credentials.secretKey })}\n`);
}

/** So that the worker behind the rollups is nearly always in the middle of something. */
async function rollUpForEver(product: Standalone): Promise<void> {
  for (;;) {
    await product.rolledUp().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20).unref());
  }
}

/** One statement after the other: a process that exits in the middle of one must not crash. */
async function keepBusy(warehouse: Warehouse): Promise<void> {
  const sql = "INSERT INTO FUNCTION null('n UInt64') SELECT number FROM numbers(20000000)";
  for (;;) await warehouse.command({ sql });
}

/** Has each insert of events stored again, as one whose token is forgotten. */
async function storeTwice({ text, args: [table, rows] }: Call, proceed: Proceed): Promise<unknown> {
  const stored = await proceed();
  if (text.startsWith('insert events ')) await proceed(table, rows);
  return stored;
}
