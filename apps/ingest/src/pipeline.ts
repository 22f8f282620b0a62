/** Makes events whole: named steps in order, then one call that places them in sessions. */
export type { Arrival, Pipeline, Verdict } from './arrival.ts';
