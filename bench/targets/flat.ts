/** The independence of response times from the number of events, and from the length of the range. */
import { endpoints } from '../designs/design.ts';
import { compare, type Verdict } from '../finding.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import { type DatasetTarget, lastDays } from './target.ts';

/** Realtime reads the same five minutes of `events` whatever the range; their events grow with the traffic. */
const ranged = endpoints.filter((endpoint) => endpoint !== 'realtime');

export const flatInSize: DatasetTarget = {
  id: '3a',
  title: 'Flat in size',
  promise:
    '30 days of a large workspace take at most twice the time of a small one, cities three times. Defined for 60 M compared with 0.2 M events.',
  dataset: 'single',
  async measure({ footfall, workspaceId, smallWorkspaceId, endMs }) {
    const range = lastDays({ endMs }, 30);
    const verdicts: Verdict[] = [];
    for (const endpoint of ranged) {
      progress('reads a large and a small workspace', endpoint);
      const medianOf = await race([workspaceId, smallWorkspaceId], (workspace) =>
        footfall.read(endpoint, workspace, range),
      );
      const timesMax = endpoint === 'geo' ? 3 : 2;
      const sides = { footfall: medianOf(workspaceId), other: medianOf(smallWorkspaceId) };
      verdicts.push(compare(endpoint, { ...sides, unit: 'ms', otherName: 'small workspace' }, { atMost: timesMax }));
    }
    return { verdicts };
  },
};

export const flatInTime: DatasetTarget = {
  id: '3b',
  title: 'Flat in time',
  promise: '365 days take at most 2.5 times as long as 30 days.',
  dataset: 'year',
  async measure(dataset) {
    const verdicts: Verdict[] = [];
    for (const endpoint of ranged) {
      progress('reads 365 and 30 days', endpoint);
      const medianOf = await race([365, 30], (days) =>
        dataset.footfall.read(endpoint, dataset.workspaceId, lastDays(dataset, days)),
      );
      const sides = { footfall: medianOf(365), other: medianOf(30) };
      verdicts.push(compare(endpoint, { ...sides, unit: 'ms', otherName: '30 days' }, { atMost: 2.5 }));
    }
    return { verdicts };
  },
};
