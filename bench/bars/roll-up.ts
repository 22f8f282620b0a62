/** What the worker behind the rollups costs: how fast it catches up, and what a run takes as the history grows. */
import { compare, figure, type Finding, limit, type Verdict } from '../finding.ts';
import type { Dataset, Growth } from '../traffic/dataset.ts';
import type { DatasetBar } from './bar.ts';

const steadyEventsPerSecond = 1_000;
const coreSharePercentMax = 5;
/** Of the largest history beside the smallest. */
const growthMax = 1.5;

/** Percent of a core at the steady pace. */
const coreShare = (cpuUsPerEvent: number) => (cpuUsPerEvent * steadyEventsPerSecond) / 10_000;

const promise =
  'They catch up at 100,000 events/s or more and cost at most 5 % of a core at 1,000 events/s; after 60 M events at most 1.5 times what they cost after 1 M.';

export const rollUp: DatasetBar & { needs: string } = {
  id: '7a',
  title: 'Cost of the rollups',
  promise,
  dataset: 'single',
  needs: 'a dataset that is made anew',
  measure: (dataset) => Promise.resolve(costOf(dataset)),
};

export const rollUpOneDay: DatasetBar & { needs: string } = {
  ...rollUp,
  id: '7c',
  title: 'Cost of the rollups with visitors who live one day',
  dataset: 'one-day',
};

function costOf({ rolledUp }: Dataset): Finding | undefined {
  if (!rolledUp) return undefined;
  const [first, ...others] = rolledUp.growth;
  const last = others.at(-1);
  const steady = rolledUp.growth.map(({ history, cpuUsPerEvent }) =>
    limit(`of a core at 1,000 events/s, after ${history.toLocaleString('en')} events`, coreShare(cpuUsPerEvent), '%', {
      atMost: coreSharePercentMax,
    }),
  );
  const growth = first && last ? [growthVerdict(first, last)] : [];
  return {
    verdicts: [limit('catching up', rolledUp.eventsPerSecond, 'events/s', { atLeast: 100_000 }), ...steady, ...growth],
    tables: [
      {
        head: ['events before', 'events in a batch', 'a batch, ms', 'processor time an event, µs'],
        rows: rolledUp.growth.map((each) => [
          each.history.toLocaleString('en'),
          each.runEvents.toLocaleString('en'),
          figure(each.runMs),
          figure(each.cpuUsPerEvent),
        ]),
      },
    ],
    notes: [
      `Processor time of the engine and the worker for batches that follow each other at once, merges of the engine included; while events arrive, the worker's own merges take up to 1 % of a core more. Catching up took ${figure(rolledUp.cpuUsPerEvent)} µs an event.`,
    ],
  };
}

function growthVerdict(first: Growth, last: Growth): Verdict {
  return compare(
    `an event after ${last.history.toLocaleString('en')} events`,
    {
      footfall: last.cpuUsPerEvent,
      other: first.cpuUsPerEvent,
      unit: 'µs',
      otherName: `after ${first.history.toLocaleString('en')} events`,
    },
    { atMost: growthMax },
  );
}
