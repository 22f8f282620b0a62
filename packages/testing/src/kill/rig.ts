/** The standalone product as a separate process that ends itself between two calls of its ports, breaks a promise, or prints the stored events. */
import { ingestLimits } from '@footfall/ingest';
import { createLogger, type Lifetime, runUntilSignal } from '@footfall/process';
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { openPorts, standaloneSettingsSchema, startOnPorts } from '@footfall/standalone';
import { type Around, type Call, type Proceed, wrapPort } from '@footfall/test-servers';
import { startHere } from '@footfall/test-servers/running';
import { openWarehouse, verify, type Warehouse } from '@footfall/warehouse';
import { rollUp, rollUpForEver, storedEnds } from '../rollup.ts';
import { endingAround } from './process-end.ts';
import { rigOptions } from './rig-options.ts';

/** A time longer than a requested rebuild waits before it begins. */
const rebuildWaitMs = 60_000;
const options = rigOptions();
const settings = loadSettings(standaloneSettingsSchema, processEnvironment());
const logger = createLogger('rig');
const quiet = createLogger('rig', { write: () => {} });
const now = Date.now;

if (options.mode !== undefined) await tellStored(options.mode);
else await runUntilSignal(serve, { logger });

async function tellStored(mode: 'list' | 'check'): Promise<void> {
  if (mode === 'check') {
    const product = await startHere(async (lifetime) => {
      const ports = await openPorts(settings, { logger: quiet, now }, lifetime);
      return startOnPorts({ settings, ports, ingestLimits, logger: quiet, now }, lifetime);
    });
    // Stores what the log still has.
    await product.stop();
  }
  const warehouse = await openWarehouse(settings);
  // Later than it is: a rebuild that a start has requested waits for processes that read the rollups, and there is none.
  if (mode === 'check') await rollUp(warehouse, await storedEnds(warehouse), () => Date.now() + rebuildWaitMs);
  const report = mode === 'check' ? await verify({ warehouse, eventsReadMax: 0 }) : undefined;
  const sql = 'SELECT toString(id) AS id, partition, toString(offset) AS offset FROM events';
  process.stdout.write(`${JSON.stringify({ events: await warehouse.read({ sql }), report })}\n`);
  await warehouse.close();
}

async function serve(lifetime: Lifetime): Promise<void> {
  let whenStuck = () => {};
  const around: Around = options.end ? endingAround(options.end, () => whenStuck()) : (_call, proceed) => proceed();
  const ports = await openPorts(settings, { logger, now }, lifetime);
  whenStuck = () => void keepBusy(ports.warehouse);
  const bus = wrapPort(ports.bus, around);
  const warehouse = wrapPort(options.storesTwice ? wrapPort(ports.warehouse, storeTwice) : ports.warehouse, around);
  await startOnPorts({ settings, ports: { ...ports, bus, warehouse }, ingestLimits, logger, now }, lifetime);
  if (options.rollsUp) void rollUpForEver(warehouse, bus);
}

/** Runs one statement after another: a process that exits in the middle of one must not crash. Each pauses between blocks, so that it leaves the cores to others. */
async function keepBusy(warehouse: Warehouse): Promise<void> {
  const sql =
    "INSERT INTO FUNCTION null('n UInt64') SELECT number + sleepEachRow(0.000001) FROM numbers(1000000) SETTINGS max_block_size = 10000";
  for (;;) await warehouse.command({ sql });
}

/** Repeats each insert of events as one whose token is unknown. */
async function storeTwice({ text, args: [table, rows] }: Call, proceed: Proceed): Promise<unknown> {
  const stored = await proceed();
  if (text.startsWith('insert events ')) await proceed(table, rows);
  return stored;
}
