import { SharedLimit } from './shared-limit.ts';

it('one workspace may use a quarter of the limit, and all together no more than the limit', () => {
  const limit = new SharedLimit(8);
  expect(limit.take('a', 3)).toBe(false);
  for (const workspace of ['a', 'b', 'c', 'd']) expect(limit.take(workspace, 2)).toBe(true);
  expect(limit.take('e', 1)).toBe(false);
  limit.release('a', 1);
  expect(limit.take('a', 2)).toBe(false);
  expect(limit.take('e', 1)).toBe(true);
  expect(limit.used).toBe(8);
});
