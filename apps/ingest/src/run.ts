/** Runs the ingest server as a separate process, until a signal. */
import { processEnvironment } from '@footfall/process/settings';
import { createLogger, runUntilSignal, startWithSettings } from '@footfall/process';
import { ingestServerSettingsSchema, openPorts, startOnPorts } from './server.ts';

const logger = createLogger('ingest');
const now = Date.now;

await runUntilSignal(
  async (lifetime) => {
    const settings = startWithSettings(ingestServerSettingsSchema, processEnvironment(), logger);
    const ports = await openPorts(settings, { logger, now }, lifetime);
    await startOnPorts({ settings, ports, logger, now }, lifetime);
  },
  { logger },
);
