/** Requests of one screen, which arrive over several connections. */
import { GatheredReads } from './gathered-reads.ts';

let mockPass = () => {};
jest.mock('node:timers/promises', () => ({
  setTimeout: () => new Promise<void>((resolve) => (mockPass = resolve)),
}));

it('requests that arrive shortly after each other are read together', async () => {
  const batches: (readonly string[])[] = [];
  const reads = new GatheredReads<string, string, string>((_workspaceId, keys) => {
    batches.push(keys);
    return keys.map((key) => Promise.resolve(key));
  });
  const first = reads.load('ws_one', ['a']);
  await new Promise(setImmediate);
  const second = reads.load('ws_one', ['b']);
  mockPass();
  expect(await Promise.all([first, second])).toEqual([['a'], ['b']]);
  expect(batches).toEqual([['a', 'b']]);
});
