/** From how many events on rollups answer faster than `events`, and whether the planner chooses so. */
import { createPlanner, eventsReadMaxDefault, type Plan } from '@footfall/warehouse';
import { compare, figure, geometricMean } from '../finding.ts';
import { createFootfall, endpoints } from '../footfall.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import { type DatasetBar, lastDays } from './bar.ts';

type Source = Plan['source'];

const sizes = [5_000, 20_000, 50_000, 100_000, 200_000, 400_000, 1_000_000];
const dayMs = 86_400_000;
const rounds = 5;
const asked = endpoints.filter((endpoint) => endpoint !== 'realtime' && endpoint !== 'ux-insights');

export const threshold: DatasetBar = {
  id: 'planner',
  title: "The planner's threshold",
  promise:
    'Whichever of `events` and rollups the planner chooses for a range, the other would not take less than half the time.',
  dataset: 'single',
  async measure(dataset) {
    const { store, workspaceId, events, days } = dataset;
    const paths = new Map([
      ['events', createFootfall(store.warehouse, Number.POSITIVE_INFINITY)],
      ['rollups', createFootfall(store.warehouse, 0)],
    ]);
    const planner = createPlanner({ warehouse: store.warehouse, thresholdEvents: eventsReadMaxDefault, now: Date.now });
    const rows: { size: number; events: number; rollups: number; chosen: Source }[] = [];
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
      const { source: chosen } = await planner.plan(workspaceId, range);
      rows.push({ size, events: geometricMean(times.events), rollups: geometricMean(times.rollups), chosen });
    }
    const other = ({ chosen }: { chosen: Source }) => (chosen === 'events' ? 'rollups' : 'events');
    const [worst] = rows.toSorted((a, b) => b[b.chosen] / b[other(b)] - a[a.chosen] / a[other(a)]);
    return {
      verdicts: worst
        ? [
            compare(
              `${worst.size.toLocaleString('en')} events, from ${worst.chosen}`,
              {
                footfall: worst[worst.chosen],
                other: worst[other(worst)],
                unit: 'ms',
                otherName: `from ${other(worst)}`,
              },
              { atMost: 2 },
            ),
          ]
        : [],
      tables: [
        {
          head: ['events in the range', 'from `events`, ms', 'from rollups, ms', 'chosen'],
          rows: rows.map((row) => [row.size.toLocaleString('en'), figure(row.events), figure(row.rollups), row.chosen]),
        },
      ],
      notes: [`Geometric means over ${asked.length} endpoints, medians of ${rounds}.`],
    };
  },
};
