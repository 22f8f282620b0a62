/** The standalone product in the process of a test. */
import { createLogger, type Logger } from '@footfall/process';
import { type Environment, loadSettings } from '@footfall/process/settings';
import { type Running, startHere } from '@footfall/test-servers/running';
import { type Standalone, standaloneSettingsSchema, startStandalone } from './standalone.ts';

export type Product = Running<Standalone>;

/** Starts on free ports by default. If the start is refused, nothing stays open. */
export function startProduct(
  environment: Environment,
  logger: Logger = createLogger('test', { write: () => {} }),
): Promise<Product> {
  const settings = loadSettings(standaloneSettingsSchema, { API_PORT: '0', INGEST_PORT: '0', ...environment });
  return startHere((lifetime) => startStandalone(settings, { logger }, lifetime));
}
