/** The embedded bus: one partition in an LMDB environment, for one process. */
import { StartError } from '@footfall/errors';
import { type Database, type DirectoryLogger, type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Bus, Commit, Consumption } from './port.ts';
import { Commits } from './embedded/commits.ts';
import { type ClaimSource, startConsumption } from './embedded/consume.ts';
import { DeadLetters } from './embedded/dead-letters.ts';
import { EventLog } from './embedded/event-log.ts';
import { HighWater } from './embedded/high-water.ts';
import { logPartition } from './embedded/read.ts';
import { defaultLimits, type EmbeddedBusLimits, mapBytes } from './embedded/limits.ts';
import { Publisher, throwUnavailable } from './publisher.ts';
import { sealText, unsealText } from './embedded/sealed-text.ts';

export interface EmbeddedBus extends Bus {
  /** The values of the dead letters kept, oldest first. */
  deadLetters(): Uint8Array[];
}

interface Stores {
  directory: LmdbDirectory;
  highWater: HighWater;
  log: EventLog;
  commits: Commits;
  deadLetters: DeadLetters;
  /** Few things by name: the incarnation. */
  facts: Database<string, string>;
  incarnation: string;
}

/** Opens, or makes, the log in the folder `path`, after checking every record in it. Throws a StartError: exit code 2 when another process has it, 1 when it is damaged or not writable. `logger` is told when the log cannot be written, and how far a long check has come. */
export async function openEmbeddedBus(
  path: string,
  given: Partial<EmbeddedBusLimits> = {},
  logger?: DirectoryLogger,
): Promise<EmbeddedBus> {
  const limits = { ...defaultLimits, ...given };
  const directory = await openLmdbDirectory(path, { mapBytes, freeBytesMin: limits.freeBytesMin, logger });
  try {
    return createBus(openStores(directory, path, limits), limits);
  } catch (error) {
    await directory.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The event log in ${path} is damaged and not used: ${reason}`, { cause: error });
  }
}

function openStores(directory: LmdbDirectory, path: string, limits: EmbeddedBusLimits): Stores {
  const highWater = new HighWater(join(path, 'high-water'));
  const log = new EventLog(directory, highWater);
  const commits = new Commits(directory);
  if (commits.lowest < log.first || commits.lowest > log.end) {
    throw new Error(`it goes from ${log.first} to ${log.end}, and ${commits.lowest} is committed`);
  }
  const deadLetters = new DeadLetters(directory, limits.deadLettersMax);
  const facts = directory.root.openDB<string, string>('facts', { encoding: 'string' });
  return { directory, highWater, log, commits, deadLetters, facts, incarnation: incarnationOf(facts) };
}

/** The name that this log was given when it was made. */
function incarnationOf(facts: Database<string, string>): string {
  const known = facts.get('incarnation');
  if (known !== undefined) return unsealText('incarnation', known);
  const made = randomUUID();
  facts.putSync('incarnation', sealText('incarnation', made));
  return made;
}

function createBus(stores: Stores, limits: EmbeddedBusLimits): EmbeddedBus {
  const { directory, highWater, log, commits, deadLetters, facts, incarnation } = stores;
  const consumptions = new Map<string, Consumption>();
  let committedPosition = log.positionOf(commits.lowest);
  const publisher = new Publisher<Uint8Array>(
    {
      append: (values) => log.append(values),
      bytesOf: (value) => value.length,
      refusal(bytes) {
        const backlogBytes = log.positionOf(log.end) - committedPosition;
        return backlogBytes + bytes > limits.backlogBytesMax ? 'Too many events wait to be counted' : undefined;
      },
    },
    limits,
  );

  async function commit(group: string, next: Commit): Promise<void> {
    await directory
      .write(() => {
        commits.put(group, next);
        // Only what was committed before this: should this commit fail, its group reads on from there.
        log.trim(commits.lowest, limits.trimmedRecordsMax);
      })
      .catch(throwUnavailable);
    commits.stored(group, next);
    committedPosition = log.positionOf(commits.lowest);
  }

  return {
    publish(topic, records) {
      const values = records.map(({ value }) => value);
      return topic === 'events' ? publisher.publish(values) : deadLetters.append(values).catch(throwUnavailable);
    },
    async consume(group, handler) {
      if (consumptions.has(group)) throw new Error(`${group} consumes already in this process`);
      const source: ClaimSource = {
        incarnation,
        log,
        committed: () => commits.get(group),
        commit: (next) => commit(group, next),
      };
      const consumption = startConsumption(source, handler);
      consumptions.set(group, consumption);
      return {
        finished: consumption.finished,
        async stop() {
          await consumption.stop();
          consumptions.delete(group);
        },
      };
    },
    partitions: async (group) => [logPartition(log, { incarnation, committed: commits.get(group) })],
    // A write, because a full disk can still be read.
    ping: () => directory.write(() => void facts.put('pinged', '')).catch(throwUnavailable),
    deadLetters: () => deadLetters.values(),
    async close() {
      await Promise.all([...consumptions.values()].map((consumption) => consumption.stop()));
      await publisher.close();
      highWater.close();
      await directory.close();
    },
  };
}
