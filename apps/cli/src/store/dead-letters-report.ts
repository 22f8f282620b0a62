/** A human-readable list of dead letters. */
import type { StoredDeadLetter } from '@footfall/consumer/dead-letters';
import { renderTable } from '../terminal/table.ts';

/** Enough characters to recognize the program that wrote the record. */
const shownMax = 60;

/** Returns a table with one row per dead letter. */
export function renderDeadLetters(letters: readonly StoredDeadLetter[]): string {
  const rows = letters.map(({ partition, offset, reason, value }) => {
    const bytes = Buffer.from(value, 'base64');
    return [partition, offset, bytes.length].map(count).concat(reason, bytes.toString().slice(0, shownMax));
  });
  return renderTable(['PARTITION', 'OFFSET', 'BYTES', 'REASON', 'BEGINS WITH'], rows);
}

function count(value: number): string {
  return value.toLocaleString('en');
}
