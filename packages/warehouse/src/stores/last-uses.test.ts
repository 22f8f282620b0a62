/** The last uses of keys or sessions, collected so that they are stored rarely. */
import { LastUses } from './last-uses.ts';
import type { Moment } from './stored-values.ts';

it('are stored once, the latest of each', async () => {
  const written: (readonly Moment[])[] = [];
  const uses = new LastUses(async (each) => void written.push(each));
  uses.note('key_1', 41);
  uses.note('key_1', 42);
  await uses.flush();
  await uses.flush();
  expect(written).toEqual([[{ id: 'key_1', atMs: 42 }]]);
});

it('are stored later if they could not be stored at first', async () => {
  const written: (readonly Moment[])[] = [];
  let isDown = true;
  const uses = new LastUses(async (each) => {
    if (isDown) throw new Error('down');
    written.push(each);
  });
  uses.note('key_1', 42);
  await expect(uses.flush()).rejects.toThrow('down');
  isDown = false;
  await uses.flush();
  expect(written).toEqual([[{ id: 'key_1', atMs: 42 }]]);
});
