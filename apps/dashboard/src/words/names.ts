/** Names of countries, in the language of the page. */
import { words } from './words.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });
/** ISO 3166 keeps these codes free for anybody's use; here ZZ is an unknown country. */
const unknownCode = 'ZZ';

export function countryName(code: string): string {
  if (code === unknownCode) return words.unknown;
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}
