/** Picks the bus by its settings. */
import { StartError } from '@footfall/errors';
import { join } from 'node:path';
import type { Bus } from './port.ts';
import type { BusSettings } from './config.ts';
import { openEmbeddedBus } from './embedded.ts';

/** Opens the embedded log in DATA_DIR/bus. Throws a StartError when it cannot be used. */
export async function openBus(settings: BusSettings): Promise<Bus> {
  if (settings.KAFKA_BROKERS !== undefined) {
    throw new StartError('Setting KAFKA_BROKERS: Kafka is not supported yet; without it the embedded log is used');
  }
  return openEmbeddedBus(join(settings.DATA_DIR, 'bus'));
}
