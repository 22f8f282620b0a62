/** The choice of the bus by its settings. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@footfall/test-servers';
import { busSettingsSchema, openBus } from './bus.ts';
import { brokerList } from './config.ts';

describe('openBus', () => {
  it('opens the embedded log in DATA_DIR', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-open-bus-'));
    const bus = await openBus(busSettingsSchema.parse({ DATA_DIR: folder }));
    await bus.ping();
    await bus.close();
    expect(existsSync(join(folder, 'bus'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('names KAFKA_BROKERS if no broker responds there', async () => {
    const settings = busSettingsSchema.parse({ KAFKA_BROKERS: `127.0.0.1:${await freePort()}` });
    await expect(openBus(settings)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^Setting KAFKA_BROKERS: no broker/),
    });
  });

  it.each([
    ['KAFKA_BROKERS', 'a-host-without-a-port'],
    ['KAFKA_BROKERS', 'localhost:9092,'],
    ['KAFKA_BROKERS', 'user:password@localhost:9092'],
    ['KAFKA_TOPIC', 'two words'],
    ['KAFKA_PARTITIONS', '0'],
  ])('refuses a bad %s: %s', (name, value) => {
    expect(busSettingsSchema.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name]);
  });

  it('accepts several brokers', () => {
    const list = 'kafka-1.example.org:9092, [::1]:9093';
    expect(brokerList(busSettingsSchema.parse({ KAFKA_BROKERS: list }).KAFKA_BROKERS ?? '')).toEqual([
      'kafka-1.example.org:9092',
      '[::1]:9093',
    ]);
  });
});
