/** The settings decide which bus is opened. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busSettingsSchema, openBus } from './bus.ts';

describe('openBus', () => {
  it('opens the embedded log in DATA_DIR', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-open-bus-'));
    const bus = await openBus(busSettingsSchema.parse({ DATA_DIR: folder }));
    await bus.ping();
    await bus.close();
    expect(existsSync(join(folder, 'bus'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('says that Kafka is not there yet', async () => {
    const settings = busSettingsSchema.parse({ KAFKA_BROKERS: 'localhost:9092' });
    await expect(openBus(settings)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('KAFKA_BROKERS'),
    });
  });
});
