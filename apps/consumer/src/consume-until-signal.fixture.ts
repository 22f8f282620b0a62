/** A consumer in a process of its own, with the settings it is given as JSON: says where it is, and stops where it is told. */
import { openBus } from '@footfall/bus';
import { createLogger, Registry } from '@footfall/process';
import { openWarehouse } from '@footfall/warehouse';
import { createConsumer } from './app.ts';

/** `freezes` at a point: SIGSTOP to itself, once. `blocks`: nothing else runs for so long, once. */
export interface ChildOptions {
  freezesAt?: 'planned' | 'inserted';
  blocksAt?: 'planned' | 'inserted';
  blockMs?: number;
}

const [, , settings = '{}', given = '{}'] = process.argv;
const options: ChildOptions = JSON.parse(given);
const ports = JSON.parse(settings);
const warehouse = await openWarehouse(ports);
const bus = await openBus(ports);
let isHeldUp = false;

const consumer = createConsumer({
  bus,
  warehouse,
  logger: createLogger('child', 'silent', false),
  registry: new Registry(),
  fault: (point) => {
    if (isHeldUp || (point !== options.freezesAt && point !== options.blocksAt)) return;
    isHeldUp = true;
    process.stdout.write(`at ${point}\n`);
    if (point === options.freezesAt) process.kill(process.pid, 'SIGSTOP');
    if (point === options.blocksAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, options.blockMs);
    process.stdout.write(`past ${point}\n`);
  },
});
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
