/** Goals and properties, on results that a person can count. */
import { filtersMax, goalLimits } from '@footfall/schemas';
import { rollUp } from '../../rollups/rollup.fixture.ts';
import { stepsMax } from '../parameters/steps.ts';
import { event, nowText, openStore, recordReads, runQuery, type Store } from './store.fixture.ts';

const range = { start: '2026-03-10', end: '2026-03-10' };
const at = (minute: number, day = '2026-03-10') => `${day}T10:${String(minute).padStart(2, '0')}:00Z`;

/** The bytes that a server accepts for a text, which no request can change. */
const serverTextBytesMax = 131_072;

let store: Store;
beforeAll(async () => {
  store = await openStore();
  await store.add('ws_shop', [
    event(at(0), 'ann', 'a', { path: '/pricing' }),
    event(at(1), 'ann', 'a', { path: '/pricing/teams' }),
    event(at(2), 'ann', 'a', { type: 'purchase', path: '/pay', props: { plan: 'pro', price: 24.5, gift: true } }),
    event(at(3), 'ann', 'a', { type: 'purchase', path: '/pay', props: { plan: 'pro', price: '0.1', gift: '' } }),
    event(at(4), 'bob', 'b', { path: '/prices' }),
    event(at(5), 'bob', 'b', { type: 'purchase', path: '/pay', props: { plan: 'free', price: 0.2, seats: 3 } }),
    event(at(6), 'bob', 'b', { type: 'purchase', path: '/pay', props: { plan: 'free', price: 'one', seats: '3' } }),
    event(at(7), 'cleo', 'c', { type: '$pageleave', path: '/pricing' }),
    event(at(8), 'dan', 'd', { country: 'FR', path: '/' }),
    event(at(0, '2026-03-09'), 'ann', 'a0', { type: 'purchase', props: { price: -7 } }),
    event(at(0, '2025-03-10'), 'eve', 'e', { path: '/' }),
  ]);
});
afterAll(() => store.remove());

describe('goals', () => {
  const idOf = async (name: string) =>
    (await store.goals.listOf('ws_shop')).find((goal) => goal.name === name)?.goalId ?? '';

  beforeAll(async () => {
    for (const goal of [
      { name: 'Purchase', type: 'purchase', valueProp: 'price' },
      { name: 'Any pricing', path: '/pric*' },
      { name: 'Pricing', path: '/pricing' },
      { name: 'Teams', path: '*/teams' },
      { name: 'A pattern that is none', path: '/pri_ing%' },
      { name: 'Pro', type: 'purchase', props: { plan: 'pro', gift: true }, valueProp: 'nothing' },
      { name: 'Three seats', type: 'purchase', props: { seats: 3 } },
    ]) {
      await store.goals.create('ws_shop', goal);
    }
  });

  const entry = (name: string, visitors: number, events: number, conversionRate: number, value = 0) => ({
    goalId: expect.stringMatching(/^goal_/),
    name,
    visitors,
    events,
    conversionRate,
    value,
  });

  it('count the visitors and events that reach them, most visitors first, then by name', async () => {
    expect(await store.query('goals', 'ws_shop', range)).toEqual({
      data: [
        entry('Any pricing', 2, 3, 50),
        // Of 24.5, the text 0.1 and 0.2, to the last decimal; another text is worth nothing.
        entry('Purchase', 2, 4, 50, 24.8),
        entry('Pricing', 1, 1, 25),
        entry('Pro', 1, 1, 25),
        entry('Teams', 1, 1, 25),
        entry('Three seats', 1, 2, 25),
        entry('A pattern that is none', 0, 0, 0),
      ],
    });
  });

  it('exclude the events that reach them, all of their conditions together', async () => {
    const visitors = async (...filter: string[]) =>
      Object(await store.query('overview', 'ws_shop', { ...range, filter })).uniqueVisitors;
    // Ann and Bob have another purchase.
    expect(await visitors('type:is:purchase', `goal:is_not:${await idOf('Pro')}`)).toBe(2);
    // Only Dan opened another page.
    expect(await visitors('type:is:$pageview', `goal:is_not:${await idOf('Any pricing')}`)).toBe(1);
  });

  it('are compared with the range before', async () => {
    const previous = { visitors: 1, events: 1, conversionRate: 100, value: -7 };
    const { data } = Object(await store.query('goals', 'ws_shop', { ...range, compare: 'previous' }));
    expect(data[1]).toEqual({ ...entry('Purchase', 2, 4, 50, 24.8), previous });
    const none = { visitors: 0, events: 0, conversionRate: 0, value: 0 };
    expect(Object(await store.query('goals', 'ws_shop', { ...range, compare: 'year' })).data[1]).toEqual({
      ...entry('Purchase', 2, 4, 50, 24.8),
      previous: none,
    });
  });

  it('are counted over time: the visitors of a bucket who reached a goal in one of its sessions', async () => {
    const goal = await idOf('Purchase');
    const days = { start: '2026-03-08', end: '2026-03-10', goal };
    const series = async (params: Record<string, unknown>) =>
      Object(await store.query('series', 'ws_shop', params)).data;
    expect(await series({ ...days, metrics: 'conversions,conversionRate' })).toEqual([
      { date: '2026-03-08', conversions: 0, conversionRate: 0 },
      { date: '2026-03-09', conversions: 1, conversionRate: 100 },
      { date: '2026-03-10', conversions: 2, conversionRate: 50 },
    ]);
    expect(await series({ ...range, goal, compare: 'previous' })).toEqual([
      {
        date: '2026-03-10',
        visitors: 4,
        sessions: 4,
        pageviews: 4,
        conversions: 2,
        conversionRate: 50,
        previous: { date: '2026-03-09', visitors: 1, sessions: 1, pageviews: 0, conversions: 1, conversionRate: 100 },
      },
    ]);
    // Ann was on another page when she reached it.
    const filter = ['path:is:/pricing'];
    expect(await series({ ...range, goal, filter, metrics: 'visitors,conversions' })).toEqual([
      { date: '2026-03-10', visitors: 2, conversions: 1 },
    ]);
    // The goal alone changes nothing.
    expect(await series({ ...range, goal, metrics: 'visitors' })).toEqual([{ date: '2026-03-10', visitors: 4 }]);
    await expect(series({ ...range, metrics: 'visitors,conversionRate' })).rejects.toThrow(
      'metrics must not contain conversionRate without the parameter goal',
    );
    await expect(series({ ...range, goal: 'goal_none' })).rejects.toThrow(
      'goal must name a goal of the workspace by its ID, got "goal_none"',
    );
  });

  it('are restricted by filters, including filters by goal', async () => {
    const goalId = await idOf('Pricing');
    const { data } = Object(await store.query('goals', 'ws_shop', { ...range, filter: [`goal:is:${goalId}`] }));
    expect(data[0]).toEqual(entry('Any pricing', 1, 2, 100));
    const others = await store.query('goals', 'ws_shop', { ...range, filter: ['country:is:FR'] });
    expect(Object(others).data.every(({ visitors }: { visitors: number }) => visitors === 0)).toBe(true);
  });

  it('restrict other results: one event can match both a goal and a type', async () => {
    const [purchase, pricing] = [await idOf('Purchase'), await idOf('Pricing')];
    const visitors = async (...filter: string[]) =>
      Object(await store.query('overview', 'ws_shop', { ...range, filter })).uniqueVisitors;
    expect(await visitors(`goal:is:${purchase}`)).toBe(2);
    expect(await visitors(`goal:is:${purchase}`, `goal:is:${pricing}`)).toBe(2);
    expect(await visitors(`goal:is:${purchase}`, 'prop:plan:is:free')).toBe(1);
    expect(await visitors(`goal:is:${pricing}`, 'prop:plan:is:pro')).toBe(0);
    expect(await visitors(`goal:is_not:${purchase}`, 'type:is:purchase')).toBe(0);
  });

  it('are never those of another workspace, nor removed ones', async () => {
    const { goalId } = await store.goals.create('ws_other', { name: 'Theirs', type: 'purchase' });
    // Without goals, nothing is read.
    const warehouse = { read: () => Promise.reject(new Error('There is nothing to read')) };
    expect(await runQuery({ warehouse, source: 'events' }, 'goals', 'ws_none', range, nowText)).toEqual({ data: [] });
    const filter = [`goal:is:${goalId}`];
    const refusal = /filter must name a goal of the workspace by its ID/;
    await expect(store.query('overview', 'ws_shop', { ...range, filter })).rejects.toThrow(refusal);
    await store.goals.remove(goalId);
    await expect(store.query('overview', 'ws_other', { ...range, filter })).rejects.toThrow(refusal);
  });

  it.each<[unknown, number]>([
    [7, 7],
    [-0.25, -0.25],
    [1e21, 1e21],
    [9e39, 9e39],
    [-1e40, 0],
    [1.5e-7, 1.5e-7],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['12', 12],
    ['-12.50', -12.5],
    ['1e3', 0],
    [' 12', 0],
    ['+12', 0],
    ['0x10', 0],
    ['12,5', 0],
    ['', 0],
    ['"12"', 0],
    [true, 0],
  ])('sum %j as %d', async (price, value) => {
    const workspaceId = `ws_value_${JSON.stringify(price)}`;
    await store.add(workspaceId, [
      event(at(0), 'ann', 'a', { type: 'purchase', props: { price: Object(price).valueOf() } }),
    ]);
    await store.goals.create(workspaceId, { name: 'Purchase', type: 'purchase', valueProp: 'price' });
    expect(await store.query('goals', workspaceId, range)).toEqual({ data: [entry('Purchase', 1, 1, 100, value)] });
  });

  it('sum the largest values without an overflow', async () => {
    const largest = Array.from({ length: 20 }, () =>
      event(at(0), 'ann', 'a', { type: 'purchase', props: { price: 9e39 } }),
    );
    const excessive = event(at(0), 'ann', 'a', { type: 'purchase', props: { price: 9.9e57 } });
    await store.add('ws_largest', [...largest, ...Array.from({ length: 6 }, () => excessive)]);
    await store.goals.create('ws_largest', { name: 'Purchase', type: 'purchase', valueProp: 'price' });
    expect(await store.query('goals', 'ws_largest', range)).toEqual({ data: [entry('Purchase', 1, 26, 100, 1.8e41)] });
  });

  it('can reach the maximum of a workspace', async () => {
    const workspaceId = 'ws_many';
    await store.add(workspaceId, [event(at(0), 'ann', 'a', { type: 'type 7', props: { price: 3 } })]);
    const all = Array.from({ length: goalLimits.goalsMax }, (_, index) => ({
      goalId: `goal_${index}`,
      workspaceId,
      name: `${index}`,
      type: `type ${index}`,
      props: index === 7 ? { price: 3 } : { '"quoted" \\ name': `it's ${index}` },
      valueProp: 'price',
    }));
    const whom = { warehouse: store.warehouse, source: 'events', goals: all } as const;
    const { data } = Object(await runQuery(whom, 'goals', workspaceId, range, nowText));
    expect(data).toHaveLength(goalLimits.goalsMax);
    expect(data[0]).toEqual(entry('7', 1, 1, 100, 3));
  });

  it.each([goalLimits.goalsMax, filtersMax])(
    'can have the maximum number of properties of a workspace: %d goals',
    async (count) => {
      const props = (goal: number) =>
        Object.fromEntries(
          Array.from({ length: goalLimits.propsMax / count }, (_, index) => [`prop ${index}`, `of ${goal}`]),
        );
      const workspaceId = `ws_props_${count}`;
      await store.add(workspaceId, [event(at(0), 'ann', 'a', { props: props(7) })]);
      await rollUp(store.warehouse);
      const all = Array.from({ length: count }, (_, index) => ({
        goalId: `goal_${index}`,
        workspaceId,
        name: `${index}`,
        path: '/',
        props: props(index),
      }));
      const filter = all.slice(0, filtersMax).map(({ goalId }) => `goal:is:${goalId}`);
      for (const source of ['events', 'rollups'] as const) {
        const { statements, reader } = recordReads(store.warehouse);
        const whom = { warehouse: reader, source, goals: all } as const;
        const found = async (name: string, params: object) =>
          Object(await runQuery(whom, name, workspaceId, { ...range, ...params }, nowText));
        expect((await found('goals', {})).data[0]).toEqual(entry('7', 1, 1, 100, 0));
        expect((await found('breakdown', { by: 'goal', filter })).total).toBe(1);
        const metrics = 'entries,exits,conversions';
        await found('breakdown', { by: 'path,country', metrics, goal: 'goal_7', filter });
        await found('funnel', { step: all.slice(0, stepsMax).map(({ goalId }) => goalId), filter });
        expect(Math.max(...statements.map(({ sql }) => sql.length))).toBeLessThan(serverTextBytesMax);
      }
    },
  );
});

describe('properties', () => {
  it('are the names that events of a type contain, those with most events first', async () => {
    expect(await store.query('properties', 'ws_shop', { ...range, type: 'purchase' })).toEqual({
      data: [
        { name: 'plan', events: 4, visitors: 2 },
        { name: 'price', events: 4, visitors: 2 },
        { name: 'seats', events: 2, visitors: 1 },
        // One is empty, which counts as not set.
        { name: 'gift', events: 1, visitors: 1 },
      ],
    });
    expect(await store.query('properties', 'ws_shop', { ...range, type: '$pageview' })).toEqual({ data: [] });
    const limited = await store.query('properties', 'ws_shop', { ...range, type: 'purchase', limit: '1' });
    expect(limited).toEqual({ data: [{ name: 'plan', events: 4, visitors: 2 }] });
  });

  it('are the values of one of them, as text', async () => {
    const valuesOf = (name: string, more: object = {}) =>
      store.query('properties', 'ws_shop', { ...range, type: 'purchase', name, ...more });
    expect(await valuesOf('seats')).toEqual({ data: [{ value: '3', events: 2, visitors: 1 }] });
    expect(await valuesOf('gift')).toEqual({ data: [{ value: 'true', events: 1, visitors: 1 }] });
    expect(await valuesOf('plan', { filter: ['prop:seats:is:3'] })).toEqual({
      data: [{ value: 'free', events: 2, visitors: 1 }],
    });
    expect(await valuesOf('price', { limit: '2' })).toEqual({
      data: [
        { value: '0.1', events: 1, visitors: 1 },
        { value: '0.2', events: 1, visitors: 1 },
      ],
    });
  });

  it('have names and values of any characters', async () => {
    const texts = [`a "b"\\ {c}:,\n`, '__proto__', 'ключ', '👩🏽', "it's", '\u2028'];
    const props = Object.fromEntries(texts.map((text) => [text, text]));
    await store.add('ws_texts', [event(at(0), 'ann', 'a', { type: 'odd', props })]);
    const { data } = Object(await store.query('properties', 'ws_texts', { ...range, type: 'odd' }));
    expect(data.map(({ name }: { name: string }) => name).toSorted()).toEqual(texts.toSorted());
    for (const name of texts) {
      const values = await store.query('properties', 'ws_texts', { ...range, type: 'odd', name });
      expect(values).toEqual({ data: [{ value: name, events: 1, visitors: 1 }] });
    }
  });

  it('require a type', async () => {
    await expect(store.query('properties', 'ws_shop', range)).rejects.toThrow(/type must be a type of event/);
  });
});
