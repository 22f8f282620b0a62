/** What a row is about, as text: as it was stored, whatever is in it. A path is cut in the middle, because both ends matter. */
import { countryName } from '../words/names.ts';
import { type NameKind, nameText, type Row } from './row.ts';

/** The end of a path that is always shown. */
const tailChars = 12;

export function Name({ row, kind }: { row: Row; kind: NameKind }) {
  const text = nameText(row, kind);
  const detail = kind === 'city' ? countryName(row.detail ?? '') : row.detail;
  const title = detail ? `${text} · ${detail}` : text;
  if (kind === 'path') {
    const cut = Math.max(Math.ceil(text.length / 2), text.length - tailChars);
    return (
      <span class="name path" title={title} dir="ltr">
        <bdi class="head">{text.slice(0, cut)}</bdi>
        <bdi class="tail">{text.slice(cut)}</bdi>
      </span>
    );
  }
  return (
    <span class="name" title={title}>
      <bdi>{text}</bdi>
      {detail && <bdi class="muted detail">{detail}</bdi>}
    </span>
  );
}
