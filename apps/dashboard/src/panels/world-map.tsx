/** Visitors by country on a map, in five shades of one hue. The list next to it has the same figures. */
import { useState } from 'preact/hooks';
import { Fault } from '../controls/state.tsx';
import type { Known } from '../questions/answers.ts';
import type { View } from '../state/view.ts';
import { formatCount } from '../words/format.ts';
import { countryName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { stepsOf } from '../charts/map-steps.ts';
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
  const map = known.last?.answer;
  const [selected, select] = useState<string | undefined>();
  if (map === undefined) return known.fault === undefined ? null : <Fault known={known} />;
  const byCode = new Map(rows.map((row) => [row.name, row]));
  const visitorsOf = (code: string) => byCode.get(code)?.figures[0];
  const { stepOf, bounds } = stepsOf(rows.map(({ figures }) => figures[0] ?? 0));
  const sentence = (code: string) => words.map.country(countryName(code), formatCount(visitorsOf(code) ?? 0));
  return (
    <>
      <svg
        viewBox={`0 0 ${map.width} ${map.height}`}
        role="group"
        aria-label={words.map.label}
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
                  tabIndex: 0,
                  role: 'link',
                  'aria-label': sentence(code),
                  'aria-description': words.filters.rowHelp,
                  onClick: filter.onClick,
                  onKeyDown: filter.onEnter,
                  // A path that listens to focus is a stop of Tab.
                  onFocus: () => select(code),
                  onBlur: () => select(undefined),
                })}
              onPointerEnter={() => select(code)}
            />
          );
        })}
      </svg>
      <p class="legend row">
        <span aria-live="polite">{selected === undefined ? words.map.label : sentence(selected)}</span>
        <span class="steps muted row">
          {bounds.map((bound, step) => (
            <span key={bound}>
              <i style={{ '--step': String(step) }} />
              {words.map.step(formatCount(bound), step === bounds.length - 1)}
            </span>
          ))}
        </span>
      </p>
    </>
  );
}
