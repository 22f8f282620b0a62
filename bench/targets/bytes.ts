/** The bytes and the memory that a result reads. */
import { type Endpoint, endpoints } from '../designs/design.ts';
import { figure, limit, type Verdict } from '../finding.ts';
import { progress } from '../progress.ts';
import { footfallContender, type ScreenCost } from '../screen/contender.ts';
import type { Dataset } from '../traffic/dataset.ts';
import { type DatasetTarget, lastDays } from './target.ts';

const readMbMax = 10;
const memoryMbMax = 16;

export const bytesRead: DatasetTarget = {
  id: '4',
  title: 'Bytes read',
  promise: 'A request for 30 days reads at most 10 MB (before compression), all its statements together.',
  dataset: 'single',
  async measure(dataset) {
    const found = await costs(dataset);
    return {
      verdicts: [...found].map(([endpoint, cost]) =>
        limit(endpoint, cost.bytesRead / 1e6, 'MB', { atMost: readMbMax }),
      ),
    };
  },
};

export const queryMemory: DatasetTarget = {
  id: '11a',
  title: 'Memory of a query',
  promise: 'At most 16 MB, all its statements together.',
  dataset: 'single',
  needs: 'CLICKHOUSE_URL: the embedded engine does not tell',
  async measure(dataset) {
    const verdicts: Verdict[] = [];
    const rows: string[][] = [];
    for (const [endpoint, { memoryBytes }] of await costs(dataset)) {
      if (!memoryBytes) return undefined;
      const together = memoryBytes.reduce((sum, bytes) => sum + bytes, 0);
      verdicts.push(limit(endpoint, together / 1e6, 'MB', { atMost: memoryMbMax }));
      rows.push([endpoint, String(memoryBytes.length), figure(Math.max(...memoryBytes) / 1e6)]);
    }
    return { verdicts, tables: [{ head: ['endpoint', 'statements', 'the largest, MB'], rows }] };
  },
};

/** Returns the cost of each endpoint's result for 30 days. */
async function costs(dataset: Dataset): Promise<Map<Endpoint, ScreenCost>> {
  const { store, workspaceId } = dataset;
  const contender = footfallContender(store.warehouse, { workspaceId, range: lastDays(dataset, 30) });
  const found = new Map<Endpoint, ScreenCost>();
  for (const endpoint of endpoints) {
    progress('looks at what is read', endpoint);
    found.set(endpoint, await contender.cost([endpoint]));
  }
  return found;
}
