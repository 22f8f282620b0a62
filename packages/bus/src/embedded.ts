/** The embedded bus: one partition in an LMDB environment, for one process. The environment may also contain other data. */
import {
  cannotOpen,
  type Database,
  type DirectoryLogger,
  type LmdbDirectory,
  openLmdbDirectory,
} from '@footfall/data-directory';
import { unavailable } from '@footfall/errors';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Bus, Commit, Consumption } from './port.ts';
import { startConsumption } from './embedded/consume.ts';
import { DeadLetters } from './embedded/dead-letters.ts';
import { EventLog } from './embedded/event-log.ts';
import { HighWater } from './embedded/high-water.ts';
import { LastCommit } from './embedded/last-commit.ts';
import { logPartition } from './embedded/read.ts';
import type { EmbeddedBusLimits } from './embedded/limits.ts';
import { sealText, unsealText } from './embedded/sealed-text.ts';
import { closing, unwritable } from './refusals.ts';

/** Opens or creates the log in `directory`, after checking every record in it. The directory stays open when the bus is closed. Throws a StartError with exit code 1 if a record is damaged, or a file cannot be written. */
export function openEmbeddedBus(directory: LmdbDirectory, limits: EmbeddedBusLimits): Bus {
  try {
    return createBus(directory, limits);
  } catch (error) {
    throw cannotOpen(`The event log in ${directory.path}`, error);
  }
}

/** Opens the log in the folder `path` with an environment of its own, which is closed with the bus. Rejects like `openLmdbDirectory` and `openEmbeddedBus`. */
export async function openEmbeddedBusAt(
  path: string,
  limits: EmbeddedBusLimits,
  logger?: DirectoryLogger,
): Promise<Bus> {
  const directory = await openLmdbDirectory(path, { logger });
  try {
    const bus = openEmbeddedBus(directory, limits);
    return { ...bus, close: () => bus.close().then(() => directory.close()) };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** Throws if a record, the commit or the topic ID is damaged. */
function openStores(directory: LmdbDirectory, limits: EmbeddedBusLimits) {
  const highWater = new HighWater(join(directory.path, 'high-water'));
  const log = new EventLog(directory, highWater);
  const lastCommit = new LastCommit(directory);
  if (lastCommit.offset < log.first || lastCommit.offset > log.end) {
    throw new Error(`it has offsets ${log.first} to ${log.end}, but offset ${lastCommit.offset} is committed`);
  }
  const deadLetters = new DeadLetters(directory, limits.deadLettersMax);
  const facts = directory.root.openDB<string, string>('facts', { encoding: 'string' });
  return { highWater, log, lastCommit, deadLetters, facts, topicId: topicIdOf(facts) };
}

/** Returns the ID that this log received when it was created. */
function topicIdOf(facts: Database<string, string>): string {
  const known = facts.get('incarnation');
  if (known !== undefined) return unsealText('incarnation', known);
  const made = randomUUID();
  facts.putSync('incarnation', sealText('incarnation', made));
  return made;
}

function createBus(directory: LmdbDirectory, limits: EmbeddedBusLimits): Bus {
  const { highWater, log, lastCommit, deadLetters, facts, topicId } = openStores(directory, limits);
  let consumption: Consumption | undefined;
  let committedPosition = log.positionOf(lastCommit.offset);
  /** The bytes of events that are not durable yet. */
  let waitingBytes = 0;
  /** The latest append: it settles after all others. */
  let appending = Promise.resolve();
  let isClosed = false;

  async function append(values: readonly Uint8Array[]): Promise<void> {
    const bytes = values.reduce((total, { length }) => total + length, 0);
    if (isClosed) throw closing();
    const backlogBytes = log.positionOf(log.end) - committedPosition + waitingBytes;
    if (backlogBytes + bytes > limits.backlogBytesMax) throw unavailable('Too many events are waiting to be counted');
    waitingBytes += bytes;
    appending = log.append(values).finally(() => {
      waitingBytes -= bytes;
    });
    await appending.catch(throwUnwritable);
  }

  async function commit(next: Commit): Promise<void> {
    await directory
      .write(() => {
        lastCommit.put(next);
        // Only up to the previous commit: if this one fails, the consumer continues from there.
        log.trim(lastCommit.offset, limits.trimmedRecordsMax);
      })
      .catch(throwUnwritable);
    lastCommit.stored(next);
    log.trimmed();
    committedPosition = log.positionOf(next.offset);
  }

  return {
    directory,
    publish(topic, records) {
      const values = records.map(({ value }) => value);
      return topic === 'events' ? append(values) : deadLetters.append(values).catch(throwUnwritable);
    },
    async consume(handler) {
      consumption = startConsumption({ topicId, log, committed: () => lastCommit.value, commit }, handler);
      return consumption;
    },
    partitions: async () => [logPartition(log, { topicId, committed: lastCommit.value })],
    deadLetters: async (max) => deadLetters.newest(max),
    // A write, because a full disk can still be read.
    ping: () => directory.write(() => void facts.put('pinged', '')).catch(throwUnwritable),
    async close() {
      await consumption?.stop();
      isClosed = true;
      await Promise.allSettled([appending]);
      highWater.close();
    },
  };
}

function throwUnwritable(cause: unknown): never {
  throw unwritable(cause);
}
