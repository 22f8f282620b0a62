/** How long after a run of the worker the next one is due. */

/** When all has been seen; what is stored shows in the rollups so much later. */
const shownMs = 10_000;
/** The same while so few events are stored that no answer comes from rollups: a run takes some tenths of a second of a core, whatever it finds. */
const restMs = 60_000;

/** Milliseconds, with `stored` events in all workspaces together. `eventsReadMax`: up to how many events a workspace is answered from `events`. */
export function rollUpDueMs(stored: number, eventsReadMax: number): number {
  return stored > eventsReadMax ? shownMs : restMs;
}
