import { loadSettings } from '@footfall/process/settings';
import { cliSettings } from '../config.ts';
import { findAddresses } from './addresses.ts';

const nowhere = { DATA_DIR: '/nonexistent' };
const find = (environment: Record<string, string>, given = {}) =>
  findAddresses(given, loadSettings(cliSettings, { ...nowhere, ...environment }));

describe('the URLs of the servers', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:4001'],
    ['0.0.0.0', 'http://127.0.0.1:4001'],
    ['::', 'http://[::1]:4001'],
    ['stats.internal', 'http://stats.internal:4001'],
  ])('follow from HOST and the ports if no server runs here: %s is reached at %s', async (HOST, ingestUrl) => {
    expect(await find({ HOST })).toMatchObject({ ingestUrl, publicIngestUrl: ingestUrl });
  });

  it('come from the options, else from the settings', async () => {
    const settings = { FOOTFALL_API: 'https://api.example', FOOTFALL_INGEST: 'https://in.example' };
    expect(await find(settings)).toMatchObject({ apiUrl: 'https://api.example', ingestUrl: 'https://in.example' });
    const given = { api: 'https://a.example', ingest: 'https://b.example' };
    expect(await find(settings, given)).toMatchObject({ apiUrl: 'https://a.example', ingestUrl: 'https://b.example' });
  });

  it('must be URLs', async () => {
    const refusal = '--ingest must be a URL such as https://in.example.com, got "nope"';
    await expect(find({}, { ingest: 'nope' })).rejects.toThrow(refusal);
  });
});
