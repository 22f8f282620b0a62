/** Visitors by country on a map, in five steps of one hue. The list beside it has the same figures. */
import { useState } from 'preact/hooks';
import mapUrl from 'virtual:world-map';
import { Fault } from '../controls/state.tsx';
import type { Known } from '../questions/answers.ts';
import { fileQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import { formatCount } from '../words/format.ts';
import { countryName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { stepsOf } from '../charts/map-steps.ts';
import type { Row } from './row.ts';

interface Drawing {
  width: number;
  height: number;
  /** By country code. */
  paths: Readonly<Record<string, string>>;
}

const drawingQuestion = fileQuestion<Drawing>(mapUrl);

/** It comes with its tab, once, at the same time as the figures. */
export function useDrawing(isWanted = false): Known<Drawing> {
  return useAnswer(isWanted ? drawingQuestion : undefined);
}

export function WorldMap({ rows, drawing: known }: { rows: readonly Row[]; drawing: Known<Drawing> }) {
  const map = known.last?.answer;
  const [selected, select] = useState<string | undefined>();
  if (map === undefined) return <div class="map">{known.fault !== undefined && <Fault known={known} />}</div>;
  const visitors = new Map(rows.map(({ name, figures }) => [name, figures[0] ?? 0]));
  const { stepOf, bounds } = stepsOf([...visitors.values()]);
  const sentence = (code: string) => words.map.country(countryName(code), formatCount(visitors.get(code) ?? 0));
  return (
    <div class="map" onPointerLeave={() => select(undefined)}>
      <svg viewBox={`0 0 ${map.width} ${map.height}`} role="group" aria-label={words.map.label}>
        {Object.entries(map.paths).map(([code, path]) => {
          const count = visitors.get(code);
          return (
            <path
              key={code}
              d={path}
              class="land"
              {...(count !== undefined && {
                style: { '--step': String(stepOf(count)) },
                tabIndex: 0,
                role: 'img',
                'aria-label': sentence(code),
              })}
              onPointerEnter={() => select(code)}
              onFocus={() => select(code)}
              onBlur={() => select(undefined)}
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
