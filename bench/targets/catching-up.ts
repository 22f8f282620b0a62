/** The speed at which the rollup worker catches up, and its cost. */
import { figure, type Finding, limit } from '../finding.ts';
import type { Dataset } from '../traffic/dataset.ts';
import type { DatasetTarget } from './target.ts';

export const catchingUp: DatasetTarget = {
  id: '7a',
  title: 'Rollups catching up',
  promise: 'The rollups catch up at 100,000 events/s or more.',
  dataset: 'single',
  needs: 'a new dataset',
  measure: (dataset) => Promise.resolve(speedOf(dataset)),
};

export const catchingUpOneDay: DatasetTarget = {
  ...catchingUp,
  id: '7c',
  title: 'Rollups catching up with derived visitors',
  dataset: 'one-day',
};

function speedOf({ rolledUp }: Dataset): Finding | undefined {
  if (!rolledUp) return undefined;
  return {
    verdicts: [limit('catching up', rolledUp.eventsPerSecond, 'events/s', { atLeast: 100_000 })],
    notes: [
      `${figure(rolledUp.cpuUsPerEvent)} µs of CPU time per event, of the engine and the worker, in batches of 100,000 events.`,
    ],
  };
}
