/** The standalone product in the process of a test. */
import { ingestLimits } from '@footfall/ingest';
import { createLogger, type Logger } from '@footfall/process';
import { type Environment, loadSettings } from '@footfall/process/settings';
import { untilStored } from '@footfall/test-servers';
import { type Running, startHere } from '@footfall/test-servers/running';
import { openPorts, type Standalone, standaloneSettingsSchema, startOnPorts } from './standalone.ts';

export interface Product extends Running<Standalone> {
  /** Resolves once every event accepted before the call can be read. */
  drain(): Promise<void>;
}

/** Starts on free ports by default. If the start is refused, nothing stays open. */
export function startProduct(
  environment: Environment,
  logger: Logger = createLogger('test', { write: () => {} }),
): Promise<Product> {
  const settings = loadSettings(standaloneSettingsSchema, { API_PORT: '0', INGEST_PORT: '0', ...environment });
  const now = Date.now;
  return startHere(async (lifetime) => {
    const ports = await openPorts(settings, { logger, now }, lifetime);
    const product = await startOnPorts({ settings, ports, ingestLimits, logger, now }, lifetime);
    return { ...product, drain: () => untilStored(ports.bus) };
  });
}
