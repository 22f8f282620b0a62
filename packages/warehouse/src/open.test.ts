import { loadSettings } from '@footfall/config';
import { warehouseSettingsSchema } from './config.ts';
import { openWarehouse } from './open.ts';

describe('opening the warehouse', () => {
  it('says that a ClickHouse server is not supported yet', async () => {
    const settings = loadSettings(warehouseSettingsSchema, { CLICKHOUSE_URL: 'http://127.0.0.1:8123' });
    await expect(openWarehouse(settings)).rejects.toMatchObject({
      name: 'StartError',
      exitCode: 1,
      message: expect.stringContaining('CLICKHOUSE_URL'),
    });
  });

  it('keeps its data below ./data unless told', () => {
    expect(loadSettings(warehouseSettingsSchema, { DATA_DIR: '' })).toEqual({ DATA_DIR: './data' });
  });

  it.each(['localhost:8123', 'ftp://host'])('refuses the address %s by the name of its setting', (address) => {
    expect(() => loadSettings(warehouseSettingsSchema, { CLICKHOUSE_URL: address })).toThrow(
      /^Setting CLICKHOUSE_URL: /,
    );
  });
});
