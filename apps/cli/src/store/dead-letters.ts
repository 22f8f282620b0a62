/** `footfall dead-letters`: reads the records that can never be stored, and lists them. */
import { type BusSettings, busSettingsSchema } from '@footfall/bus';
import { deadLettersJob } from '@footfall/consumer/jobs';
import { readDeadLetters, type StoredDeadLetter } from '@footfall/consumer/dead-letters';
import { runLocalJob } from '../clients/local-work.ts';
import { count, renderTable } from '../terminal/table.ts';
import { findHolder } from './holder.ts';
import { withBus } from './own-parts.ts';

export const deadLettersSettings = busSettingsSchema;

/** Resolves with the newest dead letters, at most `max` of each partition, oldest first. Rejects with a CommandError if there is no log. */
export async function findDeadLetters(settings: BusSettings, max: number): Promise<StoredDeadLetter[]> {
  const socket = await findHolder(settings, { bus: settings.KAFKA_BROKERS });
  return socket ? runLocalJob(socket, deadLettersJob, { max }) : withBus(settings, (bus) => readDeadLetters(bus, max));
}

/** Enough characters to recognize the program that wrote the record. */
const shownMax = 60;

/** Returns a table with one row per dead letter. */
export function renderDeadLetters(letters: readonly StoredDeadLetter[]): string {
  const rows = letters.map(({ partition, offset, reason, value }) => {
    const bytes = Buffer.from(value, 'base64');
    return [partition, offset, bytes.length].map(count).concat(reason, bytes.toString().slice(0, shownMax));
  });
  return renderTable(['partition', 'offset', 'bytes', 'reason', 'begins with'], rows);
}
