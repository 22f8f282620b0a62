/** A process that publishes numbered records to the log in the given folder, many at once, and prints each number once it is acknowledged. */
import { openEmbeddedBusAt } from '../embedded.ts';
import { embeddedBusLimits } from './limits.ts';

const publishersAtOnce = 16;
const [, , path = ''] = process.argv;
const bus = await openEmbeddedBusAt(path, embeddedBusLimits);
let next = 0;

async function publishOn(): Promise<never> {
  for (;;) {
    const number = next++;
    await bus.publish('events', [{ key: 'k', value: Buffer.from(`record ${number}`) }]);
    // Not with writeSync, which fails if the reader is slow.
    await new Promise((resolve) => process.stdout.write(`${number}\n`, resolve));
  }
}

await Promise.all(Array.from({ length: publishersAtOnce }, publishOn));
