/** Work in slices: all results in order, and other work in between. */
import { mapInSlices } from './in-slices.ts';

/** Keeps the thread busy. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

it('returns the results in order', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  await expect(mapInSlices(items, (item) => item * 2)).resolves.toEqual(items.map((item) => item * 2));
});

it('lets other work run in between', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await mapInSlices(Array.from({ length: 320 }), () => work(0.5));
  clearImmediate(counting);
  expect(turns).toBeGreaterThan(5);
});

it('rejects with the error that the work throws', async () => {
  const fail = () => {
    throw new RangeError('not this one');
  };
  await expect(mapInSlices([1], fail)).rejects.toThrow('not this one');
});
