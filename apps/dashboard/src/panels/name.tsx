/** What a row is about: text as stored, cut in the middle if it is a path, because both ends matter. */
import { countryName } from '../words/names.ts';
import { words } from '../words/words.ts';
import type { NameKind, Row } from './list.ts';

/** The end of a path that is always shown. */
const tailChars = 14;

export function Name({ row, kind }: { row: Row; kind: NameKind }) {
  const text = kind === 'country' ? countryName(row.name) : row.name;
  if (text === '') return <span class="name muted">{words.notSet}</span>;
  if (kind === 'path' && text.length > 2 * tailChars) {
    return (
      <span class="name path" title={text} dir="auto">
        <span class="head">{text.slice(0, -tailChars)}</span>
        <span class="tail">{text.slice(-tailChars)}</span>
      </span>
    );
  }
  return (
    <span class="name" title={text}>
      <bdi>{text}</bdi>
      {row.detail !== undefined && kind === 'country' && <span class="muted"> {row.detail}</span>}
    </span>
  );
}
