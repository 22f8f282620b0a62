/** The rule that decides whether two rows are one event. */
import { hourMs } from '@footfall/schemas';
import { cameLate, isSameEvent } from './same-event.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const row = (fields: Partial<Parameters<typeof isSameEvent>[0]> = {}) => ({
  timestamp: noon,
  receivedAt: noon,
  topicId: 'topic-id',
  partition: 0,
  offset: 10,
  ...fields,
});
const elsewhere = { partition: 1, offset: 3 };

it('an event comes late if it is more than a day old', () => {
  const ages = [24 * hourMs, 24 * hourMs + 1];
  expect(ages.map((ageMs) => cameLate(row({ receivedAt: noon + ageMs })))).toEqual([false, true]);
});

describe('isSameEvent', () => {
  it.each([
    ['a later offset of the same log', row(), row({ offset: 11 }), true],
    ['itself', row(), row(), false],
    ['an earlier offset of the same log', row(), row({ offset: 9 }), false],
    ['another log up to 24 hours later', row(), row({ ...elsewhere, receivedAt: noon + 24 * hourMs }), true],
    ['another log up to 24 hours before', row(), row({ ...elsewhere, receivedAt: noon - 24 * hourMs }), true],
    ['another log more than 24 hours before', row(), row({ ...elsewhere, receivedAt: noon - 24 * hourMs - 1 }), false],
    ['the same log before a clock was set back', row(), row({ offset: 11, receivedAt: noon - 48 * hourMs }), true],
    [
      'an old timestamp a year later',
      row({ timestamp: 0 }),
      row({ ...elsewhere, timestamp: 0, receivedAt: noon * 2 }),
      true,
    ],
    ['another log that came late, for one in time', row({ receivedAt: noon + 48 * hourMs }), row(elsewhere), true],
    ['another old timestamp', row({ timestamp: 0 }), row({ ...elsewhere, timestamp: 1, receivedAt: noon * 2 }), false],
  ])('decides for %s', (_name, first, second, isSame) => {
    expect(isSameEvent(first, second)).toBe(isSame);
  });
});
