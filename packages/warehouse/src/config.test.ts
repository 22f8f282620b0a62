import { loadSettings } from '@footfall/process/settings';
import { serverAddress, warehouseSettingsSchema } from './config.ts';

const address = (environment: Record<string, string>) =>
  serverAddress(loadSettings(warehouseSettingsSchema, environment));

describe("the warehouse's settings", () => {
  it('store data below ./data and name no server by default', () => {
    expect(loadSettings(warehouseSettingsSchema, { DATA_DIR: '' })).toEqual({ DATA_DIR: './data' });
    expect(address({ CLICKHOUSE_PASSWORD: 'secret' })).toBeUndefined();
  });

  it('read user, password and database from the URL', () => {
    expect(address({ CLICKHOUSE_URL: 'https://me:p%40ss%3Aword@db.example:8443/stats' })).toEqual({
      url: 'https://db.example:8443',
      username: 'me',
      password: 'p@ss:word',
      database: 'stats',
    });
  });

  it('prefer user, password and database from separate settings to those in the URL', () => {
    const own = { CLICKHOUSE_USER: 'you', CLICKHOUSE_PASSWORD: 'p:w@', CLICKHOUSE_DATABASE: 'other' };
    expect(address({ CLICKHOUSE_URL: 'http://me:secret@db.example:8123/stats', ...own })).toEqual({
      url: 'http://db.example:8123',
      username: 'you',
      password: 'p:w@',
      database: 'other',
    });
  });

  it('default to user default, no password and database footfall', () => {
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
  ])('reject an invalid %s with a message that names it without its value', (name, value) => {
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
