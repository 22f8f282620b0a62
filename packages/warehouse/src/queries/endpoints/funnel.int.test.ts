/** Funnels: on traffic that a person can count, and on random traffic against the definition. */
import { minuteMs } from '@footfall/schemas';
import fc from 'fast-check';
import { event, openStore, type Store } from './store.fixture.ts';

const startMs = Date.parse('2026-03-10T10:00:00Z');
const range = { start: '2026-03-10', end: '2026-03-12' };
const at = (minute: number) => new Date(startMs + minute * minuteMs).toISOString();

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.remove());

describe('a funnel', () => {
  let signUp: string;
  beforeAll(async () => {
    ({ goalId: signUp } = await store.goals.create('ws_shop', { name: 'Sign-up', type: 'signup' }));
    await store.add('ws_shop', [
      // Ann completes all steps, with a page in between.
      event(at(0), 'ann', 'a', { path: '/' }),
      event(at(1), 'ann', 'a', { path: '/about' }),
      event(at(2), 'ann', 'a', { path: '/pricing' }),
      event(at(3), 'ann', 'a', { type: 'signup', path: '/pricing', props: { plan: 'pro' } }),
      // Bob starts with the prices, and signs up the next day.
      event(at(0), 'bob', 'b', { path: '/pricing', country: 'FR' }),
      event(at(1), 'bob', 'b', { path: '/', country: 'FR' }),
      event(at(24 * 60), 'bob', 'b2', { path: '/pricing', country: 'FR' }),
      event(at(24 * 60 + 1), 'bob', 'b2', { type: 'signup', path: '/', props: { plan: 'free' } }),
      // Cleo clicks on the page of prices, but has not opened it; then Cleo signs in, and is another visitor.
      event(at(0), 'cleo', 'c', { path: '/' }),
      event(at(1), 'cleo', 'c', { type: '$click', path: '/pricing' }),
      event(at(2), 'cleo signed in', 'c', { path: '/pricing' }),
      // Dan sees the first page alone, twice.
      event(at(0), 'dan', 'd', { path: '/' }),
      event(at(1), 'dan', 'd', { path: '/' }),
      // Before and after the range.
      event('2026-03-09T23:59:59.999Z', 'eve', 'e', { path: '/' }),
      event('2026-03-10T00:00:00Z', 'eve', 'e', { path: '/pricing' }),
      event('2026-03-12T23:59:59Z', 'fay', 'f', { path: '/' }),
      event('2026-03-13T00:00:00Z', 'fay', 'f', { path: '/pricing' }),
    ]);
  });

  const funnel = (step: string[], more: object = {}) => store.query('funnel', 'ws_shop', { ...range, step, ...more });
  const stepsOf = (...rows: [string, number, number, number][]) => ({
    data: rows.map(([step, visitors, dropOff, conversionRate]) => ({ step, visitors, dropOff, conversionRate })),
  });

  it('counts visitors who complete the steps in order, within one session', async () => {
    expect(await funnel(['path:is:/', 'path:is:/pricing', signUp])).toEqual(
      // Ann and Cleo, who counts as the visitor who came first; Bob, Dan and Fay reach no further step.
      stepsOf(['path:is:/', 5, 0, 100], ['path:is:/pricing', 2, 3, 40], [signUp, 1, 1, 20]),
    );
  });

  it('counts visitors who complete them within a time, in any sessions', async () => {
    expect(await funnel(['path:is:/', 'path:is:/pricing', signUp], { within: '1d' })).toEqual(
      stepsOf(['path:is:/', 5, 0, 100], ['path:is:/pricing', 2, 3, 40], [signUp, 2, 0, 40]),
    );
    expect(await funnel(['path:is:/', 'path:is:/pricing', signUp], { within: '1439m' })).toEqual(
      stepsOf(['path:is:/', 5, 0, 100], ['path:is:/pricing', 2, 3, 40], [signUp, 1, 1, 20]),
    );
    expect(await funnel(['path:is:/', 'path:is:/pricing'], { within: '1m' })).toEqual(
      stepsOf(['path:is:/', 5, 0, 100], ['path:is:/pricing', 0, 5, 0]),
    );
  });

  it('counts one event as one step', async () => {
    expect(await funnel(['path:is:/', 'path:starts_with:/', 'path:is:/'])).toEqual(
      stepsOf(['path:is:/', 5, 0, 100], ['path:starts_with:/', 3, 2, 60], ['path:is:/', 0, 3, 0]),
    );
    expect(await funnel(['path:is:/', 'path:is:/'])).toEqual(
      stepsOf(['path:is:/', 5, 0, 100], ['path:is:/', 1, 4, 20]),
    );
  });

  it('accepts steps by type and property, and applies filters', async () => {
    expect(await funnel(['type:is:$click', 'path:is:/pricing'])).toMatchObject({
      data: [{ visitors: 1 }, { visitors: 1 }],
    });
    expect(await funnel(['path:is:/', 'prop:plan:is:pro'])).toMatchObject({ data: [{ visitors: 5 }, { visitors: 1 }] });
    const french = { filter: ['country:is:FR'] };
    expect(await funnel(['path:is:/', signUp], french)).toMatchObject({ data: [{ visitors: 1 }, { visitors: 0 }] });
    expect(await funnel(['path:is:/pricing', signUp], { ...french, within: '90d' })).toMatchObject({
      data: [{ visitors: 1 }, { visitors: 1 }],
    });
    // Only counted events are steps.
    expect(await funnel(['path:is:/', 'path:is:/pricing'], { filter: ['path:is:/'] })).toMatchObject({
      data: [{ visitors: 5 }, { visitors: 0 }],
    });
  });

  it.each<[unknown, object, string]>([
    [undefined, {}, 'step must be given 2 to 8 times, got nothing'],
    ['path:is:/', {}, 'step must be given 2 to 8 times, got 1'],
    [Array.from({ length: 9 }, () => 'path:is:/'), {}, 'step must be given 2 to 8 times, got 9'],
    [
      ['path:is:/', 'goal_gone'],
      {},
      'step must be the ID of a goal of the workspace, or <dimension>:<operator>:<value>, got "goal_gone"',
    ],
    [['path:is:/', 'goal:is:gone'], {}, 'step must name a goal of the workspace by its ID, got "gone"'],
    [['path:is:/', 'path:equals:/'], {}, 'step must be <dimension>:<operator>:<value> with one of the operators'],
    ...['country', 'colour'].map((dimension): [string[], object, string] => [
      ['path:is:/', `${dimension}:is:DE`],
      {},
      `step must have one of the dimensions path, hostname, type, prop:<name>, goal, got "${dimension}"`,
    ]),
    ...['', '0m', '30', '30s', '91d', '-1h', '1.5h', '1h '].map((within): [string[], object, string] => [
      ['path:is:/', 'path:is:/'],
      { within },
      'within must be a time from 1m to 90d',
    ]),
  ])('rejects invalid steps and times: %#', async (step, more, message) => {
    await expect(store.query('funnel', 'ws_shop', { ...range, step, ...more })).rejects.toThrow(message);
  });
});

/** Returns true if some events are one step each, in this order, the last at most `withinMs` after the first. Tries every choice. */
function comesTo(
  steps: readonly string[],
  events: readonly { atMs: number; path: string }[],
  withinMs: number,
): boolean {
  const search = (step: number, from: number, firstMs: number): boolean =>
    step === steps.length ||
    events.some(
      ({ atMs, path }, index) =>
        index >= from &&
        (steps[step] === '*' || path === steps[step]) &&
        (step === 0 || atMs - firstMs <= withinMs) &&
        search(step + 1, index + 1, step === 0 ? atMs : firstMs),
    );
  return search(0, 0, 0);
}

const random = fc.record({
  events: fc.array(
    // Few minutes, so that many events are of one millisecond.
    fc.record({ minute: fc.nat(6), visitor: fc.nat(2), session: fc.nat(2), path: fc.constantFrom('/a', '/b', '/c') }),
    { maxLength: 24 },
  ),
  steps: fc.array(fc.constantFrom('/a', '/b', '/c', '*'), { minLength: 2, maxLength: 5 }),
  within: fc.constantFrom(undefined, 1, 2, 4),
});

it('equals the definition on random traffic, including ties of one millisecond and sessions of several visitors', async () => {
  const cases = fc
    .sample(random, { numRuns: 150, seed: 16 })
    .map((one, index) => ({ ...one, workspaceId: `ws_random_${index}` }));
  // In one insert, because each would cost more than the query.
  await store.add(
    '',
    cases.flatMap(({ workspaceId, events }) =>
      events.map(
        ({ minute, visitor, session, path }) =>
          (_: string, offset: number) =>
            event(at(minute), `${visitor}`, `${session}`, { path })(workspaceId, offset),
      ),
    ),
  );
  for (const { workspaceId, events, steps, within } of cases) {
    const step = steps.map((path) => (path === '*' ? 'path:starts_with:/' : `path:is:${path}`));
    const params = { ...range, step, ...(within === undefined ? {} : { within: `${within}m` }) };
    const { data } = Object(await store.query('funnel', workspaceId, params));
    // Sorting keeps the order of arrival among those of one time.
    const ordered = events
      .map(({ minute, ...one }) => ({ ...one, atMs: minute * minuteMs }))
      .toSorted((a, b) => a.atMs - b.atMs);
    const key = within === undefined ? 'session' : 'visitor';
    const ways = [0, 1, 2].map((value) => ordered.filter((one) => one[key] === value));
    const visitors = steps.map((_, last) => {
      const withinMs = within === undefined ? Infinity : within * minuteMs;
      const came = ways.filter((way) => comesTo(steps.slice(0, last + 1), way, withinMs));
      // A session has the visitor of its first event, because all of them are pageviews.
      return new Set(came.map(([first]) => first?.visitor)).size;
    });
    expect({ events, params, visitors: data.map((one: { visitors: number }) => one.visitors) }).toEqual({
      events,
      params,
      visitors,
    });
  }
});
