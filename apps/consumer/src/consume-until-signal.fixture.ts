/** A consumer in a process of its own, with the settings it is given as JSON: says where it is, and stops where it is told. */
import { openBus } from '@footfall/bus';
import { createLogger, Registry } from '@footfall/process';
import { actAt, wrapPort } from '@footfall/test-servers';
import { openWarehouse } from '@footfall/warehouse';
import { createConsumer } from './app.ts';
import { callPlaces } from './places.fixture.ts';

/** Held up at a place, once: frozen by a SIGSTOP to itself, or with `blockMs` too busy for anything else for so long. */
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
const around = at === undefined ? undefined : actAt({ ...callPlaces[at], pass: 1 }, holdUp);
const wrapped = <Port extends object>(port: Port) => (around ? wrapPort(port, around) : port);
const warehouse = wrapped(await openWarehouse(ports));
const bus = wrapped(await openBus(ports));

const consumer = createConsumer({
  bus,
  warehouse,
  logger: createLogger('child', 'silent', false),
  registry: new Registry(),
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
