/** The last uses of keys or sessions, collected so that they are stored rarely. */
import { LastUses } from './last-uses.ts';

type Uses = ReadonlyMap<string, number>;

it('are stored once, the latest of each', async () => {
  const written: Uses[] = [];
  const uses = new LastUses(async (lastUsedMs) => void written.push(lastUsedMs));
  uses.note('key_1', 41);
  uses.note('key_1', 42);
  await uses.flush();
  await uses.flush();
  expect(written).toEqual([new Map([['key_1', 42]])]);
});

it('are stored later if they could not be stored at first', async () => {
  const written: Uses[] = [];
  let isDown = true;
  const uses = new LastUses(async (lastUsedMs) => {
    if (isDown) throw new Error('down');
    written.push(lastUsedMs);
  });
  uses.note('key_1', 42);
  await expect(uses.flush()).rejects.toThrow('down');
  isDown = false;
  await uses.flush();
  expect(written).toEqual([new Map([['key_1', 42]])]);
});
