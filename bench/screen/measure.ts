/** Measures screens: contenders alternate within each round, so that other work on the machine affects all of them. */
import { AppError } from '@footfall/errors';
import type { Endpoint } from '../designs/design.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import type { Contender, ScreenCost } from './contender.ts';

/** Requests that are sent at once. */
export interface ScreenRequest {
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
  /** Undefined if it needs more than the limits of a query allow. */
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
    const able: Contender[] = [];
    for (const contender of contenders) if (await answers(contender, endpoints)) able.push(contender);
    const medianOf = await race(able, (contender) => contender.time(endpoints), rounds);
    const results: Result[] = [];
    for (const contender of contenders) {
      const found = able.includes(contender)
        ? { ms: medianOf(contender), ...(await contender.cost(endpoints)) }
        : undefined;
      results.push({ name: contender.name, found });
    }
    measured.push({ what, results });
  }
  return measured;
}

/** Returns false if the store refuses a statement, for example because it needs more memory than a query may use. */
async function answers(contender: Contender, endpoints: readonly Endpoint[]): Promise<boolean> {
  try {
    await contender.time(endpoints);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return false;
    throw error;
  }
}
