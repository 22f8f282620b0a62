/** The standalone process: `npm start`. */
import { ingestLimits } from '@footfall/ingest';
import { processEnvironment } from '@footfall/process/settings';
import { createLogger, runUntilSignal, startWithSettings } from '@footfall/process';
import { greeting } from './greeting.ts';
import { standaloneSettingsSchema } from './settings.ts';
import { openPorts, startOnPorts } from './standalone.ts';

const logger = createLogger('footfall');
const now = Date.now;

// The script that started this process holds a channel: if the script is killed, nothing else would stop this process.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

await runUntilSignal(
  async (lifetime) => {
    const environment = processEnvironment();
    const settings = startWithSettings(standaloneSettingsSchema, environment, logger);
    if (environment['UV_THREADPOOL_SIZE'] === undefined) {
      logger.warn('UV_THREADPOOL_SIZE is not set: set it to 16, or slow queries will delay everything else');
    }
    const ports = await openPorts(settings, { logger, now }, lifetime);
    const product = await startOnPorts({ settings, ports, ingestLimits, logger, now }, lifetime);
    const isTerminal = process.stdout.isTTY;
    // A link or a secret key in a file could be used by any user who can read it.
    const ownerToken = isTerminal ? await product.createOwnerToken() : undefined;
    process.stdout.write(greeting(product, settings, { ownerToken, showsSecretKey: isTerminal }));
  },
  { logger },
);
