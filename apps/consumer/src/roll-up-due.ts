/** How long after a run of the worker the next one is due. */
import { eventsReadable } from '@footfall/warehouse';

/** When all has been seen; what is stored shows in the rollups so much later. */
const shownMs = 10_000;
/** The same while so few events are stored that no answer comes from rollups: a run takes some tenths of a second of a core, whatever it finds. */
const restMs = 60_000;

/** Milliseconds, with `stored` events in all workspaces together. `eventsReadMax`: the planner's threshold. */
export function rollUpDueMs(stored: number, eventsReadMax: number): number {
  return stored > eventsReadable(eventsReadMax, stored) ? shownMs : restMs;
}
