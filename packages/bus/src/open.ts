/** Picks the bus by its settings. */
import { join } from 'node:path';
import type { DirectoryLogger } from '@footfall/data-directory';
import type { Bus } from './port.ts';
import { brokerList, type BusSettings } from './config.ts';
import { openEmbeddedBus } from './embedded.ts';
import { openKafkaBus } from './kafka.ts';

const defaultPartitions = 6;

/** Opens the bus on KAFKA_BROKERS, or the embedded log in DATA_DIR/bus. Throws a StartError when it cannot be used. `logger` is told what an operator should know about the embedded log. */
export async function openBus(settings: BusSettings, logger?: DirectoryLogger): Promise<Bus> {
  if (settings.KAFKA_BROKERS === undefined) return openEmbeddedBus(join(settings.DATA_DIR, 'bus'), {}, logger);
  return openKafkaBus({
    brokers: brokerList(settings.KAFKA_BROKERS),
    topic: settings.KAFKA_TOPIC,
    partitions: settings.KAFKA_PARTITIONS ?? defaultPartitions,
  });
}
