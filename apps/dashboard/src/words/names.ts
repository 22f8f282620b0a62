/** Names of countries and devices. */
import { words } from './words.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });
/** ISO 3166 keeps this code free for anybody's use; here it is an unknown country. */
const unknownCode = 'ZZ';

export function countryName(code: string): string {
  if (code === unknownCode) return words.unknown;
  try {
    return countries.of(code) ?? code;
  } catch {
    // Not the form of a code.
    return code;
  }
}

export function deviceName(device: string): string {
  const names: Readonly<Record<string, string>> = words.devices;
  return names[device] ?? device;
}
