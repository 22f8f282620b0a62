/** The slowdown of responses when eight clients send requests at once. */
import { endpoints } from '../designs/design.ts';
import { compare, figure, quantile } from '../finding.ts';
import { progress } from '../progress.ts';
import { type DatasetTarget, lastDays } from './target.ts';

const clientsMany = 8;
/** The number of results per client and round: each endpoint twice. */
const requestsEach = 2 * endpoints.length;
const rounds = 3;

export const eightClients: DatasetTarget = {
  id: '10',
  title: 'Eight clients at once',
  promise: 'Cache off, endpoints in turn: the 95th percentile is at most four times that of one client.',
  dataset: 'several',
  async measure(dataset) {
    const range = lastDays(dataset, 30);
    const read = async (index: number) => {
      const endpoint = endpoints[index % endpoints.length] ?? 'overview';
      const began = performance.now();
      await dataset.footfall.read(endpoint, dataset.workspaceId, range);
      return performance.now() - began;
    };
    async function client(first: number, results: number): Promise<number[]> {
      const times: number[] = [];
      for (let index = first; index < first + results; index++) times.push(await read(index));
      return times;
    }
    const many = () => Promise.all(Array.from({ length: clientsMany }, (_, index) => client(index, requestsEach)));
    const found = { one: [] as number[], eight: [] as number[] };
    await client(0, endpoints.length);
    for (let round = 0; round < rounds; round++) {
      progress('requests as one client and as eight', `round ${round + 1} of ${rounds}`);
      found.one.push(...(await client(0, 2 * requestsEach)));
      found.eight.push(...(await many()).flat());
    }
    const p95 = { footfall: quantile(found.eight, 0.95), other: quantile(found.one, 0.95) };
    return {
      verdicts: [compare('p95 of eight clients', { ...p95, unit: 'ms', otherName: 'one client' }, { atMost: 4 })],
      notes: [
        `Medians: ${figure(quantile(found.eight, 0.5))} ms for eight, ${figure(quantile(found.one, 0.5))} ms for one.`,
      ],
    };
  },
};
