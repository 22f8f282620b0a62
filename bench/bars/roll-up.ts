/** What the worker behind the rollups costs: how fast it catches up, and what a run takes as the history grows. */
import { figure, limit, type Verdict } from '../finding.ts';
import type { DatasetBar } from './bar.ts';

const steadyEventsPerSecond = 1_000;
const coreSharePercentMax = 5;

/** Percent of a core at the steady pace. */
const coreShare = (cpuUsPerEvent: number) => (cpuUsPerEvent * steadyEventsPerSecond) / 10_000;

export const rollUp: DatasetBar & { needs: string } = {
  id: '7a',
  title: 'Cost of the rollups',
  promise: 'They catch up at 100,000 events/s or more and cost at most 5 % of a core at 1,000 events/s.',
  dataset: 'single',
  needs: 'a dataset that is made anew',
  measure({ rolledUp }) {
    if (!rolledUp) return Promise.resolve(undefined);
    const steady = rolledUp.growth.map(({ history, cpuUsPerEvent }): Verdict =>
      limit(
        `of a core at 1,000 events/s, after ${history.toLocaleString('en')} events`,
        coreShare(cpuUsPerEvent),
        '%',
        {
          atMost: coreSharePercentMax,
        },
      ),
    );
    return Promise.resolve({
      verdicts: [limit('catching up', rolledUp.eventsPerSecond, 'events/s', { atLeast: 100_000 }), ...steady],
      tables: [
        {
          head: ['events before', 'events in a run', 'a run, ms', 'processor time an event, µs'],
          rows: rolledUp.growth.map((each) => [
            each.history.toLocaleString('en'),
            each.runEvents.toLocaleString('en'),
            figure(each.runMs),
            figure(each.cpuUsPerEvent),
          ]),
        },
      ],
      notes: [
        `Processor time is that of the engine and the worker, merges included; catching up took ${figure(rolledUp.cpuUsPerEvent)} µs an event.`,
      ],
    });
  },
};
