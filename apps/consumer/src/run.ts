/** Runs the consumer as a separate process, until a signal. */
import { processEnvironment } from '@footfall/process/settings';
import { createLogger, runUntilSignal, startWithSettings } from '@footfall/process';
import { consumerServerSettingsSchema, openPorts, startOnPorts } from './server.ts';

const logger = createLogger('consumer');
const now = Date.now;

await runUntilSignal(
  async (lifetime) => {
    const settings = startWithSettings(consumerServerSettingsSchema, processEnvironment(), logger);
    const ports = await openPorts(settings, logger, lifetime);
    await startOnPorts({ settings, ports, logger, now }, lifetime);
  },
  { logger },
);
