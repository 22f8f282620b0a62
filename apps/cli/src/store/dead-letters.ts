/** `footfall dead-letters`: lists the records that can never be stored. */
import type { StoredDeadLetter } from '@footfall/consumer/jobs';
import type { Environment } from '@footfall/process/settings';
import type { Command } from 'commander';
import { integerFrom } from '../terminal/integer.ts';
import { count, print, renderTable } from '../terminal/table.ts';

const limitDefault = 20;
/** The number of records of a few kilobytes that fit into one response. */
const limitMax = 1_000;

const details = `
Lists the newest records that can never be stored as events, oldest first: each
with its offset, the reason and its first characters. They do not hold up other
events. It uses KAFKA_BROKERS, KAFKA_TOPIC and DATA_DIR as the server does.
Footfall can keep running: if the log is embedded in it, the running process
does the work.

Examples:
  footfall dead-letters
  footfall dead-letters --limit 1000 --json`;

/** Adds `dead-letters` below `parent`. */
export function addDeadLettersCommand(parent: Command, environment: Environment): void {
  parent
    .command('dead-letters')
    .description('show the records that can never be stored')
    .option(
      '--limit <count>',
      `the number of records to show of each partition (1 to ${count(limitMax)})`,
      integerFrom(1, limitMax),
      limitDefault,
    )
    .option('--json', 'print JSON, with the bytes of each record in base64')
    .addHelpText('after', details)
    .action(async ({ limit, json }: { limit: number; json?: true }) => {
      // Loaded here, because other commands start faster without the engines' clients.
      const { deadLettersJob, runJob } = await import('./run-job.ts');
      print(await runJob(deadLettersJob, environment, { max: limit }), json, renderDeadLetters);
    });
}

/** The number of characters shown, enough to recognize the program that wrote the record. */
const shownMax = 60;

/** Returns a table with one row per dead letter. */
function renderDeadLetters(letters: readonly StoredDeadLetter[]): string {
  const rows = letters.map(({ partition, offset, reason, value }) => {
    const bytes = Buffer.from(value, 'base64');
    return [partition, offset, bytes.length].map(count).concat(reason, bytes.toString().slice(0, shownMax));
  });
  return renderTable(['partition', 'offset', 'bytes', 'reason', 'begins with'], rows);
}
