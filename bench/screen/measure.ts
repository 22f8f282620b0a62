/** Measures screens: contenders alternate within each round, so that other work on the machine affects all of them. */
import { AppError } from '@footfall/errors';
import type { Endpoint } from '../designs/design.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import type { Contender, ScreenCost } from './contender.ts';

/** Requests that are sent at once. */
interface ScreenRequest {
  what: string;
  endpoints: readonly Endpoint[];
}

export interface Measured {
  what: string;
  /** The results of each contender, in their order. */
  results: readonly Result[];
}

interface Result {
  name: string;
  /** Undefined if the store refused a statement: it needs more memory or time than a query may take, or waited too long. */
  found: ({ ms: number } & ScreenCost) | undefined;
}

export async function measureScreen(
  contenders: readonly Contender[],
  requests: readonly ScreenRequest[],
  rounds: number,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { what, endpoints } of requests) {
    progress('measures', what);
    const refused = new Set<Contender>();
    const attempt = async <Found>(contender: Contender, work: () => Promise<Found>): Promise<Found | undefined> => {
      if (refused.has(contender)) return undefined;
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
        refused.add(contender);
        return undefined;
      }
    };
    const time = (contender: Contender) => attempt(contender, () => contender.time(endpoints));
    const medianOf = await race(contenders, time, rounds);
    const results: Result[] = [];
    for (const contender of contenders) {
      const cost = await attempt(contender, () => contender.cost(endpoints));
      results.push({ name: contender.name, found: cost && { ms: medianOf(contender), ...cost } });
    }
    measured.push({ what, results });
  }
  return measured;
}
