/** A process that publishes numbered records to the folder it is given, many at once, and prints each number once it is acknowledged. */
import { writeSync } from 'node:fs';
import { openEmbeddedBus } from '../embedded.ts';

const publishersAtOnce = 16;
const [, , path = ''] = process.argv;
const bus = await openEmbeddedBus(path);
let next = 0;

async function publishOn(): Promise<never> {
  for (;;) {
    const number = next++;
    await bus.publish('events', [{ key: 'k', value: Buffer.from(`record ${number}`) }]);
    writeSync(process.stdout.fd, `${number}\n`);
  }
}

await Promise.all(Array.from({ length: publishersAtOnce }, publishOn));
