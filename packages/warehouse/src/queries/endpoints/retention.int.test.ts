/** Retention, on traffic that a person can count. */
import { event, openStore, type Store } from './store.fixture.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
  const seen = (visitor: string, day: string, given = {}) =>
    event(`${day}T10:00:00Z`, visitor, `${visitor} ${day}`, given);
  await store.add('ws_kept', [
    // Monday, 2 March, is the first day of the range.
    seen('ann', '2026-03-01'),
    seen('ann', '2026-03-03'),
    seen('ann', '2026-03-04'),
    seen('ann', '2026-03-16', { country: 'FR' }),
    seen('bob', '2026-03-03'),
    seen('bob', '2026-03-10'),
    seen('bob', '2026-03-17'),
    seen('cleo', '2026-03-10'),
    seen('dan', '2026-03-10', { derived: true }),
    seen('dan', '2026-03-10', { derived: true, type: 'signup' }),
    // Derived at first, and then named by a client.
    seen('eve', '2026-03-17', { derived: true }),
    seen('eve', '2026-03-18'),
    seen('fay', '2026-03-23'),
  ]);
});
afterAll(() => store.remove());

const range = { start: '2026-03-02', end: '2026-03-22' };

it('counts visitors who return in the weeks after their first', async () => {
  const expected = {
    granularity: 'week',
    data: [
      { date: '2026-03-02', visitors: 2, returned: [2, 1, 2] },
      { date: '2026-03-09', visitors: 2, returned: [2, 0] },
      { date: '2026-03-16', visitors: 1, returned: [1] },
    ],
    // All but Dan.
    followed: 80,
  };
  expect(await store.query('retention', 'ws_kept', range)).toEqual(expected);
  expect(await store.query('retention', 'ws_kept', { ...range, granularity: 'week' })).toEqual(expected);
});

it('counts by day and by month, including empty periods', async () => {
  const days = { start: '2026-03-03', end: '2026-03-05', granularity: 'day' };
  expect(await store.query('retention', 'ws_kept', days)).toEqual({
    granularity: 'day',
    data: [
      { date: '2026-03-03', visitors: 2, returned: [2, 1, 0] },
      { date: '2026-03-04', visitors: 0, returned: [0, 0] },
      { date: '2026-03-05', visitors: 0, returned: [0] },
    ],
    followed: 100,
  });
  const months = { start: '2026-02-15', end: '2026-03-31', granularity: 'month' };
  expect(await store.query('retention', 'ws_kept', months)).toEqual({
    granularity: 'month',
    data: [
      { date: '2026-02-01', visitors: 0, returned: [0, 0] },
      { date: '2026-03-01', visitors: 6, returned: [6] },
    ],
    followed: 83.33,
  });
});

it('counts only events that count', async () => {
  const requested = { ...range, filter: ['country:is:FR'] };
  expect(await store.query('retention', 'ws_kept', requested)).toMatchObject({
    data: [{ visitors: 0 }, { visitors: 0 }, { visitors: 1, returned: [1] }],
  });
});

it('is empty without visitors', async () => {
  expect(await store.query('retention', 'ws_empty', { start: '2026-03-02', end: '2026-03-02' })).toEqual({
    granularity: 'week',
    data: [{ date: '2026-03-02', visitors: 0, returned: [0] }],
    followed: 0,
  });
});

it('rejects more periods than a result can contain, and periods that are too short', async () => {
  const daysUntil = (end: string) =>
    store.query('retention', 'ws_kept', { start: '2024-01-01', end, granularity: 'day' });
  expect(await daysUntil('2025-02-03')).toMatchObject({ data: { length: 400 } });
  await expect(daysUntil('2025-02-04')).rejects.toThrow(
    'granularity must divide the range into at most 400 periods, got 401 by day',
  );
  await expect(store.query('retention', 'ws_kept', { granularity: 'hour' })).rejects.toThrow(
    /granularity must be one of day, week, month/,
  );
});
