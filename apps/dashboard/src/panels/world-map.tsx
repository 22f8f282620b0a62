/** Visitors by country on a map, in five steps of one hue. The list beside it has the same figures. */
import { useEffect, useState } from 'preact/hooks';
import { formatCount } from '../words/format.ts';
import { countryName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { stepsOf } from '../charts/map-steps.ts';
import type { Row } from './list.ts';

type Drawing = typeof import('virtual:world-map').default;

export function WorldMap({ rows }: { rows: readonly Row[] }) {
  const [map, setMap] = useState<Drawing | undefined>();
  const [selected, select] = useState<string | undefined>();
  useEffect(() => void import('virtual:world-map').then((module) => setMap(module.default)), []);
  if (map === undefined) return <div class="map" />;
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
              class={count === undefined ? 'land' : `land step-${stepOf(count)}`}
              {...(count === undefined ? {} : { tabIndex: 0, role: 'img', 'aria-label': sentence(code) })}
              onPointerEnter={() => select(code)}
              onFocus={() => select(code)}
              onBlur={() => select(undefined)}
            />
          );
        })}
      </svg>
      <p class="legend">
        <span aria-live="polite">{selected === undefined ? words.map.hint : sentence(selected)}</span>
        <span class="steps muted">
          {bounds.map((bound, step) => (
            <span key={bound}>
              <i class={`step-${step}`} />
              {words.map.step(formatCount(bound), step === bounds.length - 1)}
            </span>
          ))}
        </span>
      </p>
    </div>
  );
}
