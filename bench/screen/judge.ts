/** The targets of a screen, and the verdicts on them. */
import { compare, figure, type Finding, limit, share, type Table, type Verdict } from '../finding.ts';
import type { Measured } from './measure.ts';

export const screenPromise =
  'The seven requests of a dashboard at once, the last 30 days, uncached: at most 60 ms with 20 thousand events and 100 ms with 1 M, both on the embedded engine of an idle machine; with filters at most twice the time without.';

const msMax = [
  { eventsMax: 50_000, atMost: 60 },
  { eventsMax: 2_000_000, atMost: 100 },
];
const refused = 'over a limit';

/** `filtered` is the first of `measured` with filters. */
export function judgeScreen(measured: readonly Measured[], filtered: readonly Measured[], events: number): Finding {
  const [screen] = measured;
  return {
    verdicts: [...verdictsOn(screen, events), ...(screen ? verdictsOnFilters(screen, filtered, events) : [])],
    tables: [times(measured), costs(measured), ...(filtered.length > 0 ? [times(filtered), costs(filtered)] : [])],
    notes: ['Bytes are those before compression; a part counts once for each statement that reads it.'],
  };
}

function verdictsOn(screen: Measured | undefined, events: number): Verdict[] {
  if (!screen) return [];
  const own = screen.results[0]?.found;
  if (!own) return [];
  const bound = msMax.find(({ eventsMax }) => events <= eventsMax);
  return bound ? [limit(screen.what, own.ms, 'ms', { atMost: bound.atMost })] : [];
}

/** The sizes at which filters are compared with the screen without them. */
const eventsFiltered = { min: 500_000, max: 2_000_000 };
const shareOfUnfiltered = 2;

function verdictsOnFilters(screen: Measured, filtered: readonly Measured[], events: number): Verdict[] {
  if (events < eventsFiltered.min || events > eventsFiltered.max) return [];
  const plain = screen.results[0]?.found;
  return filtered.flatMap(({ what, results: [own] }) =>
    plain && own?.found
      ? compare(
          `${screen.what}, ${what}`,
          { footfall: own.found.ms, other: plain.ms, unit: 'ms', otherName: 'unfiltered' },
          { atMost: shareOfUnfiltered },
        )
      : [],
  );
}

/** Returns the milliseconds of each contender. */
export function times(measured: readonly Measured[]): Table {
  const names = measured[0]?.results.slice(1).map(({ name }) => name) ?? [];
  return {
    head: ['requests', 'Footfall, ms', ...names.flatMap((name) => [`${name}, ms`, 'ratio'])],
    rows: measured.map(({ what, results: [own, ...others] }) => {
      const ownMs = own?.found?.ms ?? Number.NaN;
      return [
        what,
        figure(ownMs),
        ...others.flatMap(({ found }) => (found ? [figure(found.ms), share(ownMs / found.ms)] : [refused, ''])),
      ];
    }),
  };
}

/** Returns statements, megabytes and parts of each contender. */
function costs(measured: readonly Measured[]): Table {
  const names = measured[0]?.results.map(({ name }) => name) ?? [];
  return {
    head: ['requests', ...names.map((name) => `${name}: statements; MB read; parts read`)],
    rows: measured.map(({ what, results }) => [
      what,
      ...results.map(({ found }) =>
        found ? `${found.statements}; ${figure(found.bytesRead / 1e6)}; ${found.partsRead}` : refused,
      ),
    ]),
  };
}
