/** Visitors by country on a map, in five shades of one hue. The list next to it has the same figures. */
import { useState } from 'preact/hooks';
import mapUrl from 'virtual:world-map';
import { Fault } from '../controls/state.tsx';
import type { Known } from '../questions/answers.ts';
import { fileQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { View } from '../state/view.ts';
import { formatCount } from '../words/format.ts';
import { countryName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { stepsOf } from '../charts/map-steps.ts';
import type { Row } from './row.ts';
import { type FiltersOf, rowFilter } from './row-filter.ts';

interface Drawing {
  width: number;
  height: number;
  /** The paths by country code. */
  paths: Readonly<Record<string, string>>;
}

const drawingQuestion = fileQuestion<Drawing>(mapUrl);

/** Loaded with its tab, once, at the same time as the figures. */
export function useDrawing(isWanted = false): Known<Drawing> {
  return useAnswer(isWanted ? drawingQuestion : undefined);
}

interface WorldMapProps {
  rows: readonly Row[];
  drawing: Known<Drawing>;
  filtersOf: FiltersOf;
  view: View;
}

export function WorldMap({ rows, drawing: known, filtersOf, view }: WorldMapProps) {
  const map = known.last?.answer;
  const [selected, select] = useState<string | undefined>();
  if (map === undefined) return <div class="map">{known.fault !== undefined && <Fault known={known} />}</div>;
  const byCode = new Map(rows.map((row) => [row.name, row]));
  const visitorsOf = (code: string) => byCode.get(code)?.figures[0];
  const { stepOf, bounds } = stepsOf(rows.map(({ figures }) => figures[0] ?? 0));
  const sentence = (code: string) => words.map.country(countryName(code), formatCount(visitorsOf(code) ?? 0));
  return (
    <div class="map" onPointerLeave={() => select(undefined)}>
      <svg viewBox={`0 0 ${map.width} ${map.height}`} role="group" aria-label={words.map.label}>
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
    </div>
  );
}
