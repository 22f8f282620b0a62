/** Consumes the given topic and commits offset 0 repeatedly; prints `committed` after the first commit, and the error of each that fails, until one is refused. */
import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@footfall/errors';
import { openKafkaBus } from '../kafka.ts';
import { kafkaBusLimits } from './limits.ts';

const [, , brokers = '', topic = ''] = process.argv;
const address = { brokers: brokers.split(','), topic, partitions: 1 };
const bus = await openKafkaBus(address, { ...kafkaBusLimits, sessionTimeoutMs: 6_000 });

await bus.consume(async (assignment) => {
  for (let count = 0; ; count++) {
    try {
      await assignment.commit({ offset: 0, metadata: 'of the frozen one' });
      if (count === 0) writeSync(process.stdout.fd, 'committed\n');
    } catch (error) {
      if (!(error instanceof AppError)) return;
      writeSync(process.stdout.fd, `refused ${error.code}\n`);
      // The commit that was in progress when the process was frozen is too late, and says nothing of the next one.
      if (error.code !== 'UNAVAILABLE') return;
    }
    await delay(1);
  }
});
