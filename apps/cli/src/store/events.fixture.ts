/** Events in an embedded store, for tests of the commands that check it. */
import { busSettingsSchema, openBus } from '@footfall/bus';
import { createConsumer } from '@footfall/consumer';
import { createLogger, Registry } from '@footfall/process';
import { encodeEvent } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import type { Warehouse } from '@footfall/warehouse';

type Environment = Readonly<Record<string, string>>;

/** Publishes `count` events, whose IDs are numbered from `first` on. */
export async function publishEvents(environment: Environment, count: number, first = 0): Promise<void> {
  const bus = await openBus(busSettingsSchema.parse(environment));
  const ids = Array.from({ length: count }, (_, at) => String(first + at).padStart(12, '0'));
  const events = ids.map((id) => enrichedEvent({ id: `0198c7e2-aaaa-7bbb-8ccc-${id}` }));
  await bus.publish(
    'events',
    events.map((event) => ({ key: event.id, value: encodeEvent(event) })),
  );
  await bus.close();
}

/** Stores the published events. */
export async function storePublished(environment: Environment, warehouse: Warehouse): Promise<void> {
  const bus = await openBus(busSettingsSchema.parse(environment));
  const consumer = createConsumer({
    bus,
    warehouse,
    logger: createLogger('test', { write: () => {} }),
    registry: new Registry(),
    now: Date.now,
    skipsLostRecords: false,
    eventsReadMax: 0,
  });
  await consumer.start();
  await consumer.drain();
  await consumer.stop();
  await bus.close();
}
