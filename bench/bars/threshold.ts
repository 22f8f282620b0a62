/** From how many events on rollups answer faster than `events`: where the planner's threshold belongs. */
import { eventsReadMaxDefault } from '@footfall/warehouse';
import { figure, geometricMean } from '../finding.ts';
import { createFootfall, endpoints } from '../footfall.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import { type DatasetBar, lastDays } from './bar.ts';

const sizes = [5_000, 20_000, 50_000, 100_000, 200_000, 400_000, 1_000_000];
const dayMs = 86_400_000;
const rounds = 5;
const asked = endpoints.filter((endpoint) => endpoint !== 'realtime' && endpoint !== 'ux-insights');

export const threshold: DatasetBar = {
  id: 'planner',
  title: "The planner's threshold",
  promise: `Up to ${eventsReadMaxDefault.toLocaleString('en')} events in the range the planner reads \`events\`, above it rollups. At the threshold neither may be over twice as slow as the other.`,
  dataset: 'single',
  async measure(dataset) {
    const { store, workspaceId, events, days } = dataset;
    const paths = new Map([
      ['events', createFootfall(store.warehouse, Number.POSITIVE_INFINITY)],
      ['rollups', createFootfall(store.warehouse, 0)],
    ]);
    const rows: { size: number; events: number; rollups: number }[] = [];
    for (const size of sizes.filter((each) => each <= events)) {
      progress('asks both ways', `${size.toLocaleString('en')} events`);
      // Bounds inside a day and an hour, as a range by default has them.
      const range = { ...lastDays(dataset, 0), startMs: Math.floor(dataset.endMs - (size / events) * days * dayMs) };
      const times = { events: [] as number[], rollups: [] as number[] };
      for (const endpoint of asked) {
        const medianOf = await race(
          [...paths.keys()],
          async (path) => paths.get(path)?.ask(endpoint, workspaceId, range),
          rounds,
        );
        times.events.push(medianOf('events'));
        times.rollups.push(medianOf('rollups'));
      }
      rows.push({ size, events: geometricMean(times.events), rollups: geometricMean(times.rollups) });
    }
    const at = rows.find(({ size }) => size === eventsReadMaxDefault);
    const sides = at && { slower: Math.max(at.events, at.rollups), faster: Math.min(at.events, at.rollups) };
    return {
      verdicts: sides
        ? [
            {
              what: 'the slower of the two at the threshold',
              footfall: `${figure(sides.slower)} ms`,
              other: `the faster ${figure(sides.faster)} ms`,
              ratio: sides.slower / sides.faster,
              bound: 'at most twice',
              isMet: sides.slower <= 2 * sides.faster,
            },
          ]
        : [],
      tables: [
        {
          head: ['events in the range', 'from `events`, ms', 'from rollups, ms'],
          rows: rows.map((row) => [row.size.toLocaleString('en'), figure(row.events), figure(row.rollups)]),
        },
      ],
      notes: [`Geometric means over ${asked.length} endpoints, medians of ${rounds}.`],
    };
  },
};
