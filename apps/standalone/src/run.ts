/** The standalone process: `npm start`. */
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { createLogger, runUntilSignal } from '@footfall/process';
import { greeting } from './greeting.ts';
import { standaloneSettingsSchema } from './settings.ts';
import { startStandalone } from './standalone.ts';

const logger = createLogger('footfall');

// The script that started us holds a channel: when it is killed, nobody is left who would stop us.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

await runUntilSignal(
  async (lifetime) => {
    const environment = processEnvironment();
    if (environment['UV_THREADPOOL_SIZE'] === undefined) {
      logger.warn('UV_THREADPOOL_SIZE is not set: set it to 16, or slow queries will delay everything else');
    }
    const product = await startStandalone(loadSettings(standaloneSettingsSchema, environment), { logger });
    lifetime.onStop('Footfall', (hurry) => product.stop(hurry));
    product.failed.catch((error: unknown) => lifetime.fail(error));
    // Only for somebody who is there: a link in a log could be used by whoever reads it.
    const ownerToken = process.stdout.isTTY ? await product.createOwnerToken() : undefined;
    process.stdout.write(greeting(product, ownerToken));
  },
  { logger },
);
