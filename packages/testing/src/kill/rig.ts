/** The standalone product as a process of its own that ends itself at a named point, with safeguards on or off. Reads its options from RIG, as JSON. */
import { loadSettings } from '@footfall/process/settings';
import { type Standalone, standaloneSettingsSchema, startStandalone } from '@footfall/standalone';
import { createLogger, type Lifetime, runUntilSignal } from '@footfall/process';
import { openWarehouse, verify } from '@footfall/warehouse';
import { startEarlyFront } from './early-front.ts';

export interface RigOptions {
  dataDir: string;
  /** Further settings of the product: those of servers. */
  settings?: Readonly<Record<string, string>>;
  /** `list`: prints what is stored, and ends; `verify`: rolls up what is stored, prints what `verify` finds, and ends. */
  mode?: 'serve' | 'list' | 'verify';
  /** From one run of the worker behind the rollups to the next. */
  rollUpIntervalMs?: number;
  /** Where in the write path the process ends, and how. */
  fault?: {
    point: 'planned' | 'inserted' | 'committed';
    /** The how-manieth time the point is passed. */
    pass: number;
    by: 'SIGKILL' | 'process.exit';
    /** Waits until this process has been sent `SIGUSR2`, so that the test can bring about what it wants first. */
    waits?: boolean;
  };
  /** How long an orderly end may take. */
  deadlineMs?: number;
  plansRanges?: boolean;
  /** Answers 202 before anything is durable. */
  acksEarly?: boolean;
  isRepaired?: boolean;
}

const options = JSON.parse(process.env['RIG'] ?? '{}') as RigOptions;
const settings = loadSettings(standaloneSettingsSchema, {
  ...options.settings,
  DATA_DIR: options.dataDir,
  API_PORT: '0',
  INGEST_PORT: '0',
});

const logger = createLogger('rig', 'silent', false);

if (options.mode === 'list') await list();
else if (options.mode === 'verify') await rollUpAndVerify();
else await runUntilSignal(serve, { logger, ...(options.deadlineMs && { deadlineMs: options.deadlineMs }) });

async function list(): Promise<void> {
  const warehouse = await openWarehouse(settings, { isRepaired: options.isRepaired ?? true });
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
  const report = await verify({ warehouse, eventsReadMax: 0 });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  await warehouse.close();
}

async function serve(lifetime: Lifetime): Promise<void> {
  let passes = 0;
  const product: Standalone = await startStandalone(settings, {
    logger,
    isRepaired: options.isRepaired ?? true,
    ...(options.rollUpIntervalMs !== undefined && { rollUpIntervalMs: options.rollUpIntervalMs }),
    // What the repair does, a look after a repeated insert does too.
    safeguards: { plannedRange: options.plansRanges ?? true, checkedRepeats: options.isRepaired ?? true },
    fault: async (point) => {
      const { fault } = options;
      if (fault?.point !== point || ++passes !== fault.pass) return;
      process.stdout.write(`at ${point}\n`);
      if (fault.waits) await signalled('SIGUSR2');
      if (fault.by === 'process.exit') process.exit(7);
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    },
  });
  lifetime.onStop('the rig', () => product.stop());
  product.failed.catch((error: unknown) => lifetime.fail(error));
  const { ingestUrl, credentials } = product;
  const frontUrl = options.acksEarly ? await startEarlyFront(ingestUrl) : ingestUrl;
  process.stdout.write(`${JSON.stringify({ ingestUrl: frontUrl, secretKey: credentials.secretKey })}\n`);
}

/** Waits for a signal, and keeps the process alive for it: a promise alone does not. */
async function signalled(name: NodeJS.Signals): Promise<void> {
  const alive = setInterval(() => {}, 1_000);
  await new Promise((resolve) => process.once(name, resolve));
  clearInterval(alive);
}
