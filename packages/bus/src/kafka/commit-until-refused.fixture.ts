/** Consumes the given topic and commits offset 0 repeatedly; prints `committed` after the first commit, and the error of the one that is refused. */
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@footfall/errors';
import { openKafkaBus } from '../kafka.ts';

const [, , brokers = '', topic = ''] = process.argv;
const bus = await openKafkaBus({ brokers: brokers.split(','), topic, partitions: 1 }, { sessionTimeoutMs: 6_000 });

await bus.consume('contract', async (assignment) => {
  try {
    for (let count = 0; ; count++) {
      await assignment.commit({ offset: 0, metadata: 'of the frozen one' });
      if (count === 0) writeSync(process.stdout.fd, 'committed\n');
      await delay(1);
    }
  } catch (error) {
    if (error instanceof AppError) writeSync(process.stdout.fd, `refused ${error.code}\n`);
  }
});
