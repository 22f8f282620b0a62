/** The ingest server as a separate process, with a fault in a handler: an event of the type `fault` leaves an unhandled rejection. */
import type { OutgoingRecord } from '@footfall/bus';
import { ingestServerSettingsSchema, openPorts, startOnPorts } from '@footfall/ingest/server';
import { createLogger, runUntilSignal } from '@footfall/process';
import { loadSettings, processEnvironment } from '@footfall/process/settings';

const logger = createLogger('ingest rig');
const now = Date.now;

/** The types of events are in a record as JSON texts. */
function isFault({ value }: OutgoingRecord): boolean {
  return Buffer.from(value).includes('"fault"');
}

await runUntilSignal(
  async (lifetime) => {
    const settings = loadSettings(ingestServerSettingsSchema, processEnvironment());
    const ports = await openPorts(settings, { logger, now }, lifetime);
    const bus: typeof ports.bus = {
      ...ports.bus,
      async publish(topic, records) {
        if (records.some(isFault)) {
          void Promise.reject(new Error('unhandled on purpose'));
          throw new Error('a fault in a handler');
        }
        await ports.bus.publish(topic, records);
      },
    };
    await startOnPorts({ settings, ports: { ...ports, bus }, logger, now }, lifetime);
  },
  { logger },
);
