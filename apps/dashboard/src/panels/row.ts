/** A row of a list, and what it is called. */
import { countryName, deviceName } from '../words/names.ts';
import { words } from '../words/words.ts';

export interface Row {
  /** What the row is about, as stored. */
  name: string;
  /** What it is called by the API, if that is not its name. */
  id?: string;
  /** What tells it from another row of that name, such as a city's country. */
  detail?: string | undefined;
  /** By column. */
  figures: readonly number[];
  /** The first figure in the range that this one is compared with. */
  previous?: number | undefined;
}

/** What names are: decides how they are shown. */
export type NameKind = 'text' | 'path' | 'country' | 'city' | 'device';

export function nameText({ name }: Row, kind: NameKind): string {
  if (kind === 'country') return countryName(name);
  if (kind === 'device') return deviceName(name);
  return name === '' ? words.notSet : name;
}
