import { loadSettings } from '@footfall/process/settings';
import { cliSettings } from '../config.ts';
import { findApiUrl, findIngestUrl } from './addresses.ts';

const settingsOf = (environment: Record<string, string>) =>
  loadSettings(cliSettings, { DATA_DIR: '/nonexistent', ...environment });
const findApi = (environment: Record<string, string>, api?: string) => findApiUrl(api, settingsOf(environment));
const findIngest = (environment: Record<string, string>, ingest?: string) =>
  findIngestUrl(undefined, ingest, settingsOf(environment));

describe('the URLs of the servers', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:4001'],
    ['0.0.0.0', 'http://127.0.0.1:4001'],
    ['::', 'http://[::1]:4001'],
    ['stats.internal', 'http://stats.internal:4001'],
  ])('follow from HOST and the ports if no server runs here: %s is reached at %s', async (HOST, url) => {
    expect(await findIngest({ HOST })).toEqual({ url, publicUrl: url });
  });

  it('come from the options, else from the settings', async () => {
    const settings = {
      FOOTFALL_API: 'http://query:4000',
      FOOTFALL_INGEST: 'http://ingest:4001',
      API_URL: 'https://api.example',
      INGEST_URL: 'https://in.example',
    };
    expect(await findApi(settings)).toEqual({
      url: 'http://query:4000',
      publicUrl: 'https://api.example',
      setBy: 'FOOTFALL_API',
    });
    expect(await findIngest(settings)).toEqual({
      url: 'http://ingest:4001',
      publicUrl: 'https://in.example',
      setBy: 'FOOTFALL_INGEST',
    });
    const given = 'https://given.example';
    expect(await findApi(settings, given)).toEqual({ url: given, publicUrl: given, setBy: '--api' });
    expect(await findIngest(settings, given)).toEqual({ url: given, publicUrl: given, setBy: '--ingest' });
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://127.0.0.2', 'http://[::1]:4000'])(
    'are of this machine at a loopback address, whatever names it: %s',
    async (url) => {
      expect((await findApi({}, url)).setBy).toBeUndefined();
      expect((await findApi({ FOOTFALL_API: url })).setBy).toBeUndefined();
      expect((await findIngest({}, url)).setBy).toBeUndefined();
      expect((await findIngest({ FOOTFALL_INGEST: url })).setBy).toBeUndefined();
    },
  );

  it.each(['http://127.0.0.1.example', 'http://localhost.example'])('are of another machine at %s', async (url) => {
    expect((await findApi({}, url)).setBy).toBe('--api');
  });

  it('have no slash at their end', async () => {
    const url = 'https://footfall.example/path';
    expect(await findApi({}, `${url}//`)).toMatchObject({ url, publicUrl: url });
    expect(await findIngest({}, `${url}/`)).toMatchObject({ url, publicUrl: url });
  });

  it.each(['nope', 'ftp://in.example', 'https://in.example/?a', 'https://in.example/#a'])(
    'must be URLs without a query: %s is refused',
    async (ingest) => {
      const refusal = `--ingest must be a URL such as https://in.example.com, got "${ingest}"`;
      await expect(findIngest({}, ingest)).rejects.toThrow(refusal);
    },
  );
});

describe('the URL of the ingest server next to an API', () => {
  const api = 'https://api.example';
  const find = async (environment: Record<string, string>, given: { api?: string; ingest?: string } = {}) =>
    (await findIngestUrl(given.api, given.ingest, settingsOf(environment))).publicUrl;

  it('is that of this machine for the API of this machine', async () => {
    expect(await find({})).toBe('http://127.0.0.1:4001');
    expect(await find({ INGEST_URL: 'https://in.example' })).toBe('https://in.example');
  });

  it('is required for the API of another machine', async () => {
    await expect(find({}, { api })).rejects.toThrow('--ingest must be set with --api');
    await expect(find({ FOOTFALL_API: api })).rejects.toThrow('--ingest must be set with FOOTFALL_API');
  });

  it('is that of the settings if the API is, and INGEST_URL is not used with --api', async () => {
    const INGEST_URL = 'https://in.example';
    const FOOTFALL_INGEST = 'https://other.example';
    expect(await find({ FOOTFALL_API: api, INGEST_URL })).toBe(INGEST_URL);
    expect(await find({ FOOTFALL_API: api, INGEST_URL, FOOTFALL_INGEST })).toBe(INGEST_URL);
    await expect(find({ INGEST_URL }, { api })).rejects.toThrow('--ingest must be set with --api');
    expect(await find({ INGEST_URL, FOOTFALL_INGEST }, { api })).toBe(FOOTFALL_INGEST);
    expect(await find({ INGEST_URL, FOOTFALL_INGEST }, { api, ingest: 'https://given.example' })).toBe(
      'https://given.example',
    );
  });

  it('is not FOOTFALL_INGEST if that is next to FOOTFALL_API, which --api replaces', async () => {
    const settings = { FOOTFALL_API: 'http://query:4000', FOOTFALL_INGEST: 'http://ingest:4001' };
    await expect(find(settings, { api })).rejects.toThrow('--ingest must be set with --api');
    expect(await find(settings, { api, ingest: 'https://in.example' })).toBe('https://in.example');
  });
});
