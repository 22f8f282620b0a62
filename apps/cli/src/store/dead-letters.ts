/** `footfall dead-letters`: reads the records that can never be stored, and lists them. */
import { deadLettersJob, type StoredDeadLetter } from '@footfall/consumer/jobs';
import type { Environment } from '@footfall/process/settings';
import { count, renderTable } from '../terminal/table.ts';
import { runJob } from './run-job.ts';

/** Resolves with the newest dead letters, at most `max` of each partition, oldest first. Rejects with a CommandError if there is no log. */
export function findDeadLetters(environment: Environment, max: number): Promise<StoredDeadLetter[]> {
  return runJob(deadLettersJob, environment, { max });
}

/** The number of characters shown, enough to recognize the program that wrote the record. */
const shownMax = 60;

/** Returns a table with one row per dead letter. */
export function renderDeadLetters(letters: readonly StoredDeadLetter[]): string {
  const rows = letters.map(({ partition, offset, reason, value }) => {
    const bytes = Buffer.from(value, 'base64');
    return [partition, offset, bytes.length].map(count).concat(reason, bytes.toString().slice(0, shownMax));
  });
  return renderTable(['partition', 'offset', 'bytes', 'reason', 'begins with'], rows);
}
