/** Opens the bus that the settings choose. */
import { join } from 'node:path';
import { type DirectoryLogger, type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import type { Bus } from './port.ts';
import { brokerList, type BusSettings } from './config.ts';
import { openEmbeddedBus, openEmbeddedBusAt } from './embedded.ts';
import { embeddedBusLimits } from './embedded/limits.ts';
import { openKafkaBus } from './kafka.ts';
import { kafkaBusLimits } from './kafka/limits.ts';
import type { TopicLogger } from './kafka/topics.ts';

const defaultPartitions = 6;

/** Returns the path of the embedded log. */
export function logPath(dataDir: string): string {
  return join(dataDir, 'bus');
}

/** Opens the environment of the embedded log in DATA_DIR/bus, for the log and for other data that is stored in the same commits. Resolves with undefined if the bus is Kafka. Rejects like `openLmdbDirectory`. */
export async function openBusDirectory(
  { KAFKA_BROKERS, DATA_DIR }: Pick<BusSettings, 'KAFKA_BROKERS' | 'DATA_DIR'>,
  logger?: DirectoryLogger,
): Promise<LmdbDirectory | undefined> {
  return KAFKA_BROKERS === undefined ? openLmdbDirectory(logPath(DATA_DIR), { logger }) : undefined;
}

export interface OpenBusOptions {
  logger?: TopicLogger | undefined;
  /** The environment of the embedded log, if it is open. */
  directory?: LmdbDirectory | undefined;
}

/** Opens the bus on KAFKA_BROKERS, or the embedded log: in `directory` if given, else in DATA_DIR/bus. Rejects with a StartError if it cannot be used. */
export async function openBus(settings: BusSettings, { directory, logger }: OpenBusOptions = {}): Promise<Bus> {
  if (settings.KAFKA_BROKERS !== undefined) {
    const address = {
      brokers: brokerList(settings.KAFKA_BROKERS),
      topic: settings.KAFKA_TOPIC,
      partitions: settings.KAFKA_PARTITIONS ?? defaultPartitions,
    };
    return openKafkaBus(address, kafkaBusLimits, logger);
  }
  return directory
    ? openEmbeddedBus(directory, embeddedBusLimits)
    : openEmbeddedBusAt(logPath(settings.DATA_DIR), embeddedBusLimits);
}
