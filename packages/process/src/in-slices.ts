/** Long work on the event loop, done in slices, so that requests are served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceMs = 4;
/** The items between two readings of the clock, which can take as long as the work on one item. */
const itemsPerLook = 32;

/** Resolves with the results of `work` for all items, in order. Rejects with the error that `work` throws. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let endMs = performance.now() + sliceMs;
  for (const item of items) {
    results.push(work(item));
    if (results.length % itemsPerLook === 0 && performance.now() > endMs) {
      await nextTurn();
      endMs = performance.now() + sliceMs;
    }
  }
  return results;
}
