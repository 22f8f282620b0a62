import { loadSettings } from '@footfall/process/settings';
import { serverAddress, warehouseSettingsSchema } from './config.ts';

const address = (environment: Record<string, string>) =>
  serverAddress(loadSettings(warehouseSettingsSchema, environment));

describe("the warehouse's settings", () => {
  it('keep its data below ./data unless told, and name no server', () => {
    expect(loadSettings(warehouseSettingsSchema, { DATA_DIR: '' })).toEqual({ DATA_DIR: './data' });
    expect(address({ CLICKHOUSE_PASSWORD: 'secret' })).toBeUndefined();
  });

  it('take user, password and database from the URL', () => {
    expect(address({ CLICKHOUSE_URL: 'https://me:p%40ss%3Aword@db.example:8443/stats' })).toEqual({
      url: 'https://db.example:8443',
      username: 'me',
      password: 'p@ss:word',
      database: 'stats',
    });
  });

  it('take them from their own settings first', () => {
    const own = { CLICKHOUSE_USER: 'you', CLICKHOUSE_PASSWORD: 'p:w@', CLICKHOUSE_DATABASE: 'other' };
    expect(address({ CLICKHOUSE_URL: 'http://me:secret@db.example:8123/stats', ...own })).toEqual({
      url: 'http://db.example:8123',
      username: 'you',
      password: 'p:w@',
      database: 'other',
    });
  });

  it('have defaults for what neither says', () => {
    expect(address({ CLICKHOUSE_URL: 'http://localhost:8123/' })).toEqual({
      url: 'http://localhost:8123',
      username: 'default',
      password: '',
      database: 'footfall',
    });
  });

  it.each([
    ['CLICKHOUSE_URL', 'localhost:8123'],
    ['CLICKHOUSE_URL', 'ftp://me:secret@host'],
    ['CLICKHOUSE_URL', 'http://me:secret@host/not-a-name'],
    ['CLICKHOUSE_URL', 'http://me:secret@host/a/b'],
    ['CLICKHOUSE_URL', 'http://host/?password=secret'],
    ['CLICKHOUSE_URL', 'http://me:%E0%A4secret@host/'],
    ['CLICKHOUSE_DATABASE', 'secret; DROP TABLE events'],
  ])('refuse a bad %s by its name and without its value', (name, value) => {
    let message = '';
    try {
      address({ [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(new RegExp(`^StartError: ${name} must .+$`));
    expect(message).not.toContain('secret');
  });
});
