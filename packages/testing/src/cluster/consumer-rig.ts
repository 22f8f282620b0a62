/** The consumer as a separate process that ends itself between two calls of its ports. */
import { consumerServerSettingsSchema, openPorts, startOnPorts } from '@footfall/consumer/server';
import { createLogger, runUntilSignal } from '@footfall/process';
import { loadSettings, processEnvironment } from '@footfall/process/settings';
import { type Around, wrapPort } from '@footfall/test-servers';
import { endingAround } from '../kill/process-end.ts';
import { rigOptions } from '../kill/rig-options.ts';
import { rollUpForEver } from '../rollup.ts';

const { end, rollsUp } = rigOptions();
const around: Around = end ? endingAround(end) : (_call, proceed) => proceed();
const logger = createLogger('consumer rig');
const now = Date.now;

await runUntilSignal(
  async (lifetime) => {
    const settings = loadSettings(consumerServerSettingsSchema, processEnvironment());
    const opened = await openPorts(settings, logger, lifetime);
    const ports = { bus: wrapPort(opened.bus, around), warehouse: wrapPort(opened.warehouse, around) };
    await startOnPorts({ settings, ports, logger, now }, lifetime);
    if (rollsUp) void rollUpForEver(ports.warehouse, ports.bus);
  },
  { logger },
);
