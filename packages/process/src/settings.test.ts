/** Settings from the environment. */
import { z } from 'zod';
import { baseUrlSetting, countSetting, loadSettings, portSetting } from './settings.ts';

const schema = z.object({
  API_PORT: portSetting.default(4000),
  LIMIT: countSetting.optional(),
  BASE_URL: baseUrlSetting.optional(),
});

describe('loadSettings', () => {
  it('takes an empty value for none', () => {
    expect(loadSettings(schema, { API_PORT: '', LIMIT: undefined })).toEqual({ API_PORT: 4000 });
  });

  it('reads numbers', () => {
    expect(loadSettings(schema, { API_PORT: '0', LIMIT: '5' })).toEqual({ API_PORT: 0, LIMIT: 5 });
  });

  it.each([
    ['https://stats.example.com', 'https://stats.example.com'],
    ['http://127.0.0.1:4001/', 'http://127.0.0.1:4001'],
    ['https://example.com/stats/', 'https://example.com/stats'],
  ])('reads the base of an address from %s', (given, read) => {
    expect(loadSettings(schema, { BASE_URL: given })).toMatchObject({ BASE_URL: read });
  });

  it.each([
    ['API_PORT', '70000'],
    ['API_PORT', 'http'],
    ['API_PORT', '1.5'],
    ['API_PORT', '0x50'],
    ['API_PORT', '\t'],
    ['API_PORT', '6000'],
    ['LIMIT', '1e3'],
    ['LIMIT', '0'],
    ['LIMIT', 'many'],
    ['BASE_URL', 'stats.example.org'],
    ['BASE_URL', 'ftp://example.org'],
  ])('names a bad %s in one line, and never shows its value', (name, value) => {
    let message = '';
    try {
      loadSettings(schema, { [name]: value });
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(new RegExp(`^StartError: Setting ${name}: .+$`));
    expect(message).not.toContain(value);
  });
});
