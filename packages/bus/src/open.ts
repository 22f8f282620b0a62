/** Opens the bus that the settings choose. */
import { join } from 'node:path';
import type { Logger } from '@footfall/process';
import type { Bus } from './port.ts';
import { brokerList, type BusSettings } from './config.ts';
import { openEmbeddedBusAt } from './embedded.ts';
import { embeddedBusLimits } from './embedded/limits.ts';
import { openKafkaBus } from './kafka.ts';
import { kafkaBusLimits } from './kafka/limits.ts';

const defaultPartitions = 6;

/** Returns the path of the embedded log. */
export function logPath(dataDir: string): string {
  return join(dataDir, 'bus');
}

/**
 * Opens the bus on KAFKA_BROKERS, or the embedded log in DATA_DIR/bus. Missing topics are created, unless `createsTopics`
 * is false. Rejects with a StartError if it cannot be used.
 */
export async function openBus(
  settings: BusSettings,
  { logger, createsTopics = true }: { logger?: Logger; createsTopics?: boolean } = {},
): Promise<Bus> {
  const { KAFKA_BROKERS, DATA_DIR } = settings;
  if (KAFKA_BROKERS === undefined) return openEmbeddedBusAt(logPath(DATA_DIR), embeddedBusLimits, logger);
  const address = {
    brokers: brokerList(KAFKA_BROKERS),
    topic: settings.KAFKA_TOPIC,
    partitions: createsTopics ? (settings.KAFKA_PARTITIONS ?? defaultPartitions) : undefined,
  };
  return openKafkaBus(address, kafkaBusLimits, logger);
}
