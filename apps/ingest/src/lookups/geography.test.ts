import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@footfall/errors';
import { openGeography } from './geography.ts';
import type { Geography } from './geography.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geography-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the database that comes with the package', () => {
  let geography: Geography;
  beforeAll(() => {
    geography = openGeography();
  });

  it.each([
    ['8.8.8.8', { country: 'US', city: 'Mountain View' }],
    ['2a02:8388::1', { country: 'AT', city: 'Vienna' }],
  ])('locates addresses of both families: %s', (address, location) => {
    expect(geography.locate(address)).toEqual(location);
  });

  it.each([
    ['8.2.104.216', { country: 'US', city: 'Chicago' }],
    ['194.76.216.232', { country: 'DE', city: 'Frankfurt (Oder)' }],
  ])('names cities without their districts: %s', (address, location) => {
    expect(geography.locate(address)).toEqual(location);
  });

  it.each([undefined, '127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fe80::1', 'garbage', '', '0.0.0.0'])(
    'returns no location for %s',
    (address) => {
      expect(geography.locate(address)).toEqual({ country: 'ZZ', city: '' });
    },
  );
});

describe('a custom database', () => {
  async function geographyOf(record: Data, ipVersion: number): Promise<Geography> {
    const path = join(folder, 'own.mmdb');
    await writeFile(path, database(record, ipVersion));
    return openGeography(path);
  }

  it('may have MaxMind’s nested fields', async () => {
    const record = { country: { iso_code: 'CH' }, city: { names: { de: 'Zürich', en: 'Zurich' } } };
    const geography = await geographyOf(record, 4);
    expect(geography.locate('8.8.8.8')).toEqual({ country: 'CH', city: 'Zurich' });
    expect(geography.locate('200.0.0.1')).toEqual({ country: 'ZZ', city: '' });
  });

  it('may have the lists and booleans of MaxMind’s records', async () => {
    const record = {
      city: { geoname_id: 2_657_896, names: { en: 'Zurich' } },
      continent: { code: 'EU' },
      traits: { is_anycast: true, is_satellite: false },
      subdivisions: [{ iso_code: 'ZH' }, { iso_code: 'ZH-1' }],
      country: { is_in_european_union: false, iso_code: 'CH' },
    };
    const geography = await geographyOf(record, 4);
    expect(geography.locate('8.8.8.8')).toEqual({ country: 'CH', city: 'Zurich' });
  });

  it.each([
    ['refers to itself', Buffer.from([0x20, 0x00])],
    ['refers to data beyond the end of the file', Buffer.from([0x27, 0xff])],
  ])('is reported once, and locates nothing, if a record is damaged and %s', async (_how, record) => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    try {
      const geography = await geographyOf(record, 4);
      for (const address of ['8.8.8.8', '9.9.9.9']) {
        expect(geography.locate(address)).toEqual({ country: 'ZZ', city: '' });
      }
      expect(warn.mock.calls).toEqual([[expect.stringContaining('The city database cannot be read')]]);
    } finally {
      warn.mockRestore();
    }
  });

  it('keeps its names of cities', async () => {
    const geography = await geographyOf({ country_code: 'US', city: 'Chicago (West Loop)' }, 4);
    expect(geography.locate('8.8.8.8')).toEqual({ country: 'US', city: 'Chicago (West Loop)' });
  });

  it('is not read for IPv6 if it has only IPv4', async () => {
    const geography = await geographyOf({ country_code: 'CH', city: 'Zurich' }, 4);
    expect(geography.locate('2001:4860:4860::8888')).toEqual({ country: 'ZZ', city: '' });
  });

  it('may have only countries', async () => {
    const geography = await geographyOf({ country: { iso_code: 'CH' } }, 6);
    expect(geography.locate('2001:4860:4860::8888')).toEqual({ country: 'CH', city: '' });
  });

  it.each([{ city: 'Nowhere' }, { country_code: 'Switzerland' }, { country: { iso_code: 'ch' } }])(
    'is ignored without a country code: %j',
    async (record) => {
      const geography = await geographyOf(record, 4);
      expect(geography.locate('8.8.8.8')).toEqual({ country: 'ZZ', city: '' });
    },
  );

  it('prevents the start, with the name of the setting, if it cannot be read', async () => {
    const path = join(folder, 'broken.mmdb');
    await writeFile(path, 'no database');
    for (const bad of [path, join(folder, 'missing.mmdb')]) {
      expect(() => openGeography(bad)).toThrow(StartError);
      expect(() => openGeography(bad)).toThrow('GEOIP_CITY_DB');
    }
  });
});

/** Bytes are written as they are. */
type Data = string | number | boolean | Buffer | readonly Data[] | { [key: string]: Data };

/** The smallest database in MaxMind's format: one node, whose left branch (addresses from 0. to 127.) is `record`. */
function database(record: Data, ipVersion: number): Buffer {
  const nodes = 1;
  const node = Buffer.alloc(6);
  node.writeUIntBE(nodes + 16, 0, 3);
  node.writeUIntBE(nodes, 3, 3);
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test',
    ip_version: ipVersion,
    node_count: nodes,
    record_size: 24,
  };
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([node, Buffer.alloc(16), encode(record), marker, encode(metadata)]);
}

function encode(data: Data): Buffer {
  if (Buffer.isBuffer(data)) return data;
  if (Array.isArray(data)) return Buffer.concat([Buffer.from([data.length, 11 - 7]), ...data.map(encode)]);
  if (typeof data === 'boolean') return Buffer.from([Number(data), 14 - 7]);
  if (typeof data === 'string') {
    const text = Buffer.from(data);
    return Buffer.concat([Buffer.from([(2 << 5) | text.length]), text]);
  }
  if (typeof data === 'number') {
    const number = Buffer.from([(6 << 5) | 4, 0, 0, 0, 0]);
    number.writeUInt32BE(data, 1);
    return number;
  }
  const entries = Object.entries(data).flatMap(([key, value]) => [encode(key), encode(value)]);
  return Buffer.concat([Buffer.from([(7 << 5) | Object.keys(data).length]), ...entries]);
}
