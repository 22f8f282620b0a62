/** A row of a list, and its shown name. */
import { valueName } from '../words/names.ts';
import { words } from '../words/words.ts';

export interface Row {
  /** The name as stored. */
  name: string;
  /** The API's ID, if that is not the name. */
  id?: string;
  /** The detail that distinguishes rows of the same name, such as a city's country. */
  detail?: string | undefined;
  /** The figures by column; undefined for a mean without values. */
  figures: readonly (number | undefined)[];
  /** The first figure in the range of the comparison. */
  previous?: number | undefined;
}

/** The kind of names, which decides how they are shown. */
export type NameKind = 'text' | 'path' | 'country' | 'city' | 'device' | 'type' | 'goal';

export function nameText({ name }: Row, kind: NameKind): string {
  return name === '' ? words.notSet : valueName(kind, name);
}
