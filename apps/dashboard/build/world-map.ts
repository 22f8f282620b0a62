/** The world map, projected when the page is built: a path for each country. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { Drawing } from '../src/panels/map-drawing.ts';

/** Whole units are as precise as the pixels of the largest map. */
const size = { width: 1000, height: 488 };
/** Omitted: it has no inhabitants, and would fill a fifth of the map. */
const antarctica = 'AQ';
/** Territories whose code is in common use, but not in ISO 3166. */
const codesByName: Readonly<Record<string, string>> = { Kosovo: 'XK' };

type Countries = Extract<Parameters<typeof feature>[1], { type: 'GeometryCollection' }>;

export function drawWorldMap(): Drawing {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-110m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8'));
  const countries: Countries = topology.objects.countries;
  const shown = feature(topology, countries)
    .features.map((country) => ({ country, code: codeOf(country) }))
    .filter(({ code }) => code !== antarctica);
  const collection = { type: 'FeatureCollection' as const, features: shown.map(({ country }) => country) };
  const path = geoPath(geoEqualEarth().rotate([-11, 0]).fitSize([size.width, size.height], collection)).digits(0);
  const paths: Record<string, string> = {};
  for (const { country, code } of shown) paths[code] = `${paths[code] ?? ''}${relative(path(country) ?? '')}`;
  return { ...size, paths };
}

/** Writes each ring (`M1,2L3,4…Z`) as steps from point to point, a third of the length; rings that collapse to a point are omitted. */
function relative(path: string): string {
  const rings = path.split('Z').filter(Boolean);
  return rings
    .map((ring) =>
      relativeRing(
        ring
          .slice(1)
          .split('L')
          .map((point) => point.split(',').map(Number)),
      ),
    )
    .join('');
}

function relativeRing(points: readonly number[][]): string {
  let [atX, atY] = [0, 0];
  const steps: string[] = [];
  for (const [x = 0, y = 0] of points) {
    const isRepeated = steps.length > 0 && x === atX && y === atY;
    if (!isRepeated) steps.push(`${x - atX}${y < atY ? '' : ','}${y - atY}`);
    [atX, atY] = [x, y];
  }
  return steps.length < 3 ? '' : `M${steps[0]}l${steps.slice(1).join(' ').replaceAll(' -', '-')}z`;
}

/** Returns the alphabetic code: the locale data maps it from the numeric one. */
function codeOf({ id, properties }: { id?: string | number | undefined; properties: unknown }): string {
  const name =
    typeof properties === 'object' && properties !== null && 'name' in properties ? String(properties.name) : '';
  if (id === undefined) return codesByName[name] ?? '';
  const [locale = ''] = Intl.getCanonicalLocales(`und-${String(id).padStart(3, '0')}`);
  return locale.slice('und-'.length);
}
