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

it('are the latest even if two overlapping writes fail', async () => {
  const written: (readonly Moment[])[] = [];
  const failures: ((reason: Error) => void)[] = [];
  const uses = new LastUses((each) => {
    written.push(each);
    return failures.length < 2 ? new Promise((_, reject) => failures.push(reject)) : Promise.resolve();
  });
  uses.note('key_1', 41);
  const first = uses.flush();
  uses.note('key_1', 42);
  const second = uses.flush();
  for (const fail of failures) fail(new Error('down'));
  await expect(first).rejects.toThrow('down');
  await expect(second).rejects.toThrow('down');
  await uses.flush();
  expect(written.at(-1)).toEqual([{ id: 'key_1', atMs: 42 }]);
});
