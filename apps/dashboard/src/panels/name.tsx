/** The name of a row: as it was stored, whatever it contains. A long path is cut in the middle, because both ends matter. */
import { countryName } from '../words/names.ts';
import type { ComponentChildren } from 'preact';
import { Path } from './path.tsx';
import { type NameKind, nameText, type Row } from './row.ts';
import type { RowFilter } from './row-filter.ts';

/** A path that is cut in the middle. One with letters that are written from right to left is not cut, because its parts would be in the wrong order. Counts characters, not code units, so that no emoji is split. */
const longPath = /^(?!.*[\u0590-\u08ff])(.{12,})(.{12})$/su;

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
  const [, head, tail] = (kind === 'path' && longPath.exec(text)) || [];
  if (head) {
    return (
      <Label kind="path" {...shown}>
        <span>{head}</span>
        <span>{tail}</span>
      </Label>
    );
  }
  return (
    <Label {...shown}>
      {kind === 'path' ? <Path text={text} /> : <bdi>{text}</bdi>}
      {detail && <bdi class="muted detail">{detail}</bdi>}
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
