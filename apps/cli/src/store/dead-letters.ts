/** `footfall dead-letters`: reads the records that can never be stored, and lists them. */
import { type BusSettings, busSettingsSchema } from '@footfall/bus';
import { readDeadLetters, type StoredDeadLetter } from '@footfall/consumer/dead-letters';
import { z } from 'zod';
import { runLocalJob } from '../clients/local-work.ts';
import { count, renderTable } from '../terminal/table.ts';
import { findHolder } from './holder.ts';
import { withBus } from './own-parts.ts';

export const deadLettersSettings = busSettingsSchema;

const reportSchema = z.array(z.custom<StoredDeadLetter>((value) => typeof Object(value).reason === 'string'));

/** Resolves with the newest dead letters, at most `max` of each partition, oldest first. Rejects with a CommandError if there is no log. */
export async function findDeadLetters(settings: BusSettings, max: number): Promise<StoredDeadLetter[]> {
  const socket = await findHolder(settings, { bus: settings.KAFKA_BROKERS });
  return socket
    ? runLocalJob(socket, { name: 'dead-letters', input: { max }, report: reportSchema })
    : withBus(settings, (bus) => readDeadLetters(bus, max));
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
