/** A consumer in a separate process, with its settings as JSON: it reports its progress, and stops at a given breakpoint. */
import { openBus } from '@footfall/bus';
import { actAt } from '@footfall/test-servers';
import { openWarehouse } from '@footfall/warehouse';
import { breakpoints } from './breakpoints.fixture.ts';
import { consumerOn } from './consumer.fixture.ts';

/** Halts the process once at the breakpoint: with a SIGSTOP to itself, or by blocking the event loop for `blockMs`. */
export interface ChildOptions {
  at?: 'planned' | 'inserted';
  blockMs?: number;
}

const [, , settings = '{}', given = '{}'] = process.argv;
const { at, blockMs }: ChildOptions = JSON.parse(given);
const ports = JSON.parse(settings);
const holdUp = () => {
  process.stdout.write(`at ${at}\n`);
  if (blockMs === undefined) process.kill(process.pid, 'SIGSTOP');
  else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
  process.stdout.write(`past ${at}\n`);
};
const around = at === undefined ? undefined : actAt({ ...breakpoints[at], pass: 1 }, holdUp);
const warehouse = await openWarehouse(ports);
const bus = await openBus(ports);

const consumer = consumerOn({ bus, warehouse }, { around });
consumer.failed.catch(() => process.exit(1));
await consumer.start();
process.stdout.write('consuming\n');
process.once('SIGTERM', () => {
  void consumer
    .stop()
    .then(() => bus.close())
    .then(() => warehouse.close())
    .then(() => process.exit(0));
});
