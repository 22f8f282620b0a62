/** The name of a row: as it was stored, whatever it contains. A long path is cut in the middle, because both ends matter. */
import { countryName, rightToLeft } from '../words/names.ts';
import type { ComponentChildren } from 'preact';
import { Path } from './path.tsx';
import { type NameKind, nameText, type Row } from './row.ts';
import type { RowFilter } from './row-filter.ts';

/** The number of characters after the cut; half as many in scripts whose characters are twice as wide, and of emoji. */
const tailChars = 12;
const wide = /[\u2e80-\uffff]/;
/** Characters as readers see them: none is cut from its accents, vowel signs or the rest of an emoji. */
const characters = new Intl.Segmenter();

interface NameProps {
  row: Row;
  kind: NameKind;
  /** The filter that a click on it applies. */
  filter?: RowFilter | undefined;
}

export function Name({ row, kind, filter }: NameProps) {
  const text = nameText(row, kind);
  const detail = kind === 'city' ? countryName(row.detail ?? '') : row.detail;
  const label = detail ? `${text} · ${detail}` : text;
  // Automatic events are shown in words.
  const title = kind === 'type' ? row.name : label;
  const shown = { label, title, filter };
  // A path with letters that are written from right to left is not cut, because its parts would be in the wrong order.
  const parts = kind === 'path' && !rightToLeft.test(text) ? [...characters.segment(text)] : [];
  const tail = wide.test(text) ? tailChars / 2 : tailChars;
  if (parts.length >= 2 * tail) {
    const cut = parts.at(-tail)?.index;
    return (
      <Label kind="path" {...shown}>
        <span>{text.slice(0, cut)}</span>
        <span>{text.slice(cut)}</span>
      </Label>
    );
  }
  return (
    <Label {...shown}>
      {kind === 'path' ? <Path text={text} /> : <bdi>{text}</bdi>}
      {detail && (
        <>
          {' '}
          <bdi class="muted detail">{detail}</bdi>
        </>
      )}
    </Label>
  );
}

interface LabelProps {
  kind?: 'path';
  label: string;
  title: string;
  filter: RowFilter | undefined;
  children: ComponentChildren;
}

function Label({ kind, label, title, filter, children }: LabelProps) {
  const shown = { class: `name ${kind ?? ''}`, title, dir: kind && ('ltr' as const) };
  if (filter === undefined) return <span {...shown}>{children}</span>;
  return (
    <a {...shown} href={filter.href} aria-label={label} aria-current={filter.isActive} aria-description={filter.help}>
      {children}
    </a>
  );
}
