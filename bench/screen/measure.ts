/** Measures screens: contenders alternate within each round, so that what else the machine does is shared fairly. */
import type { Endpoint } from '../designs/design.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import type { Contender, ScreenCost } from './contender.ts';

/** What is requested at once. */
export interface ScreenRequest {
  what: string;
  endpoints: readonly Endpoint[];
}

export interface Measured {
  what: string;
  /** Of each contender, in their order. */
  results: readonly ({ name: string; ms: number } & ScreenCost)[];
}

export async function measureScreen(
  contenders: readonly Contender[],
  requests: readonly ScreenRequest[],
  rounds: number,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { what, endpoints } of requests) {
    progress('measures', what);
    const medianOf = await race(contenders, (contender) => contender.time(endpoints), rounds);
    const results: Measured['results'][number][] = [];
    for (const contender of contenders) {
      results.push({ name: contender.name, ms: medianOf(contender), ...(await contender.cost(endpoints)) });
    }
    measured.push({ what, results });
  }
  return measured;
}
