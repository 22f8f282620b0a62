/** Dead letters, written and read back. */
import { deadLetterValue, readDeadLetters } from './dead-letters.ts';

it('keeps the bytes, the partition, the offset and the reason', async () => {
  const record = { offset: 9, value: new Uint8Array([0, 255]) };
  const value = deadLetterValue(3, { record, reason: 'not JSON' });
  const bus = { deadLetters: (max: number) => Promise.resolve([value].slice(0, max)) };
  expect(await readDeadLetters(bus, 1)).toEqual([{ reason: 'not JSON', partition: 3, offset: 9, value: 'AP8=' }]);
});
