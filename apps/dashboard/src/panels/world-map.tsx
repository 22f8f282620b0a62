/** Visitors by country on a map, in five shades of one hue. The list next to it has the same figures. */
import { useRef, useState } from 'preact/hooks';
import { Fault } from '../controls/state.tsx';
import type { Known } from '../resources/cache.ts';
import type { View } from '../state/view.ts';
import { formatCount, formatGrid } from '../words/format.ts';
import { countryName, unknownCountry } from '../words/names.ts';
import { mapWords as say } from '../words/map-words.ts';
import { stepsOf } from '../charts/map-steps.ts';
import { targetOf } from '../charts/read-out-keys.ts';
import type { Drawing } from './map-drawing.ts';
import type { Row } from './row.ts';
import { type FiltersOf, rowFilter } from './row-filter.ts';

interface WorldMapProps {
  rows: readonly Row[];
  drawing: Known<Drawing>;
  filtersOf: FiltersOf;
  view: View;
}

export function WorldMap({ rows, drawing: known, filtersOf, view }: WorldMapProps) {
  const map = known.last?.result;
  const [selected, select] = useState<string | undefined>();
  const [focused, setFocused] = useState<string | undefined>();
  const group = useRef<SVGSVGElement>(null);
  if (map === undefined) return known.fault === undefined ? null : <Fault known={known} />;
  const byCode = new Map(rows.map((row) => [row.name, row]));
  const visitorsOf = (code: string) => byCode.get(code)?.figures[0];
  const sentence = (code: string) => say.country(countryName(code), formatCount(visitorsOf(code) ?? 0));
  // One Tab stop for all countries; their rows are sorted by visitors.
  const codes = rows.map(({ name }) => name).filter((code) => map.paths[code] !== undefined);
  const { stepOf, bounds } = stepsOf(codes.map((code) => visitorsOf(code) ?? 0));
  const unknown = visitorsOf(unknownCountry);
  const at = Math.max(0, codes.indexOf(focused ?? ''));
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.replace(/Up$/, 'Left').replace(/Down$/, 'Right');
    const target = event.altKey || event.ctrlKey || event.metaKey ? undefined : targetOf(key, at, codes.length);
    if (target === undefined) return;
    // The page neither scrolls nor changes its range.
    event.preventDefault();
    group.current?.querySelector<SVGElement>(`[data-code=${codes[target]}]`)?.focus();
  };
  return (
    <>
      <svg
        ref={group}
        viewBox={`0 0 ${map.width} ${map.height}`}
        role="group"
        aria-label={say.label}
        aria-description={say.help}
        onKeyDown={onKeyDown}
        onPointerLeave={() => select(undefined)}
      >
        {Object.entries(map.paths).map(([code, path]) => {
          const row = byCode.get(code);
          const filter = row && rowFilter(view, filtersOf, row);
          return (
            <path
              key={code}
              d={path}
              class="land"
              {...(row &&
                filter && {
                  style: { '--step': String(stepOf(row.figures[0] ?? 0)) },
                  'data-code': code,
                  // In lower case, the only spelling in SVG.
                  tabindex: code === codes[at] ? 0 : -1,
                  role: 'link',
                  'aria-label': sentence(code),
                  'aria-description': filter.help,
                  onClick: filter.onClick,
                  onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && filter.onClick(event),
                  onFocus: () => {
                    select(code);
                    setFocused(code);
                  },
                  onBlur: () => select(undefined),
                })}
              // A disputed area may have no code.
              onPointerEnter={() => select(code || undefined)}
            />
          );
        })}
      </svg>
      <p class="legend row">
        <span aria-live="polite">{selected === undefined ? say.label : sentence(selected)}</span>
        {unknown && <span class="muted">{say.unknown(formatCount(unknown))}</span>}
        <span class="steps muted row">
          {bounds.map((bound, step) => (
            <span key={bound}>
              <i style={{ '--step': String(step) }} />
              {say.step(formatGrid(bound, 'count'), step === bounds.length - 1)}
            </span>
          ))}
        </span>
      </p>
    </>
  );
}
