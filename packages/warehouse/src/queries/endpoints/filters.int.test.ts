/** Filters, on results that a person can count. */
import { createKeyStore } from '../../stores/key-store.ts';
import { queries } from './index.ts';
import { event, type Given, openStore, sources, type Store } from './store.fixture.ts';

const at = (minute: number) => `2026-03-10T10:${String(minute).padStart(2, '0')}:00Z`;
const range = { start: '2026-03-10', end: '2026-03-10' };

function view(minute: number, visitor: string, session: string, path: string, given: Given = {}) {
  return event(at(minute), visitor, session, { path, ...given });
}

describe.each(sources)('filters from %s', (source) => {
  let store: Store;
  let workspaceId: string;

  beforeAll(async () => {
    store = await openStore(source);
    await store.add('ws_one', [
      // Ann comes from Germany, reads two pages and signs up.
      view(0, 'ann', 'a1', '/', { utmTerm: 'shoes', hostname: 'example.com' }),
      view(1, 'ann', 'a1', '/pricing', { hostname: 'example.com' }),
      event(at(2), 'ann', 'a1', {
        type: 'signup',
        path: '/pricing',
        props: { plan: 'pro', seats: 3, trial: true, text: 'a "b"\\ {c}:,\n', note: 'a:is:b' },
      }),
      // Bob comes from France, and reads one page.
      view(5, 'bob', 'b1', '/', { country: 'FR', browser: 'Firefox', hostname: 'www.example.com' }),
      // Cleo signs up for something else, on another host.
      view(6, 'cleo', 'c1', '/docs/100%', { country: 'FR', hostname: 'docs.example.com' }),
      event(at(7), 'cleo', 'c1', { type: 'signup', path: '/docs/100%', props: { plan: 'free' } }),
    ]);
  });
  beforeAll(async () => {
    ({ workspaceId } = await createKeyStore(store.warehouse, Date.now).createWorkspace({
      name: 'With something for every query',
    }));
    await store.goals.create(workspaceId, { name: 'Signed up', type: 'signup' });
    const given = { utmCampaign: 'spring', adPlatform: 'Google Ads' };
    await store.add(
      workspaceId,
      ['DE', 'FR'].flatMap((country) => [
        view(0, country, country, '/', { ...given, country }),
        event(at(1), country, country, { type: '$dead_click', path: '/', country }),
        event(at(2), country, country, { type: 'signup', path: '/', country, props: { plan: 'pro' } }),
      ]),
    );
  });
  afterAll(() => store.remove());

  const overview = async (...filter: string[]) => {
    const { pageviews, uniqueVisitors, sessions } = (await store.query('overview', 'ws_one', {
      ...range,
      filter,
    })) as Record<string, unknown>;
    return [pageviews, uniqueVisitors, sessions];
  };

  it.each<[string, string[], unknown[]]>([
    ['nothing', [], [4, 3, 3]],
    ['a session attribute', ['country:is:FR'], [2, 2, 2]],
    ['any of several values', ['country:is:FR', 'country:is:DE'], [4, 3, 3]],
    ['all of several dimensions', ['country:is:FR', 'browser:is:Firefox'], [1, 1, 1]],
    ['what it is not', ['country:is_not:FR'], [2, 1, 1]],
    ['none of several', ['country:is_not:FR', 'country:is_not:DE'], [0, 0, 0]],
    ['a part', ['browser:contains:refo'], [1, 1, 1]],
    ['no part', ['browser:contains_not:refo'], [3, 2, 2]],
    ['a beginning', ['path:starts_with:/pr'], [1, 1, 1]],
    ['what is not set', ['utm_term:is:'], [2, 2, 2]],
    ['what is set', ['utm_term:is_not:'], [2, 1, 1]],
    ['counted events of a page, and their sessions', ['path:is:/'], [2, 2, 2]],
    ['a page on a host', ['path:is:/', 'hostname:is:example.com'], [1, 1, 1]],
    ['sessions in which something happened', ['type:is:signup'], [3, 2, 2]],
    ['a property', ['prop:plan:is:pro'], [2, 1, 1]],
    ['a number', ['prop:seats:is:3'], [2, 1, 1]],
    ['a boolean', ['prop:trial:is:true'], [2, 1, 1]],
    ['text that JSON escapes', ['prop:text:is:a "b"\\ {c}:,\n'], [2, 1, 1]],
    ['text with an operator in it', ['prop:note:is:a:is:b'], [2, 1, 1]],
    ['the longest name of a property', [`prop:${'p'.repeat(128)}:is:`], [4, 3, 3]],
    ['the longest path, percent-encoded', [`path:is_not:/${'%E3%80%80'.repeat(2_000)}`], [4, 3, 3]],
    ['one event with several properties', ['prop:plan:is:free', 'prop:seats:is:3'], [0, 0, 0]],
    ['a property that no event has', ['prop:{c}:is:,'], [0, 0, 0]],
    ['the first page', ['entry_page:is:/'], [3, 2, 2]],
    ['the last page', ['exit_page:is:/'], [1, 1, 1]],
    ['a text with wildcards of patterns', ['path:contains:0%'], [1, 1, 1]],
  ])('keep %s', async (_what, filter, counted) => {
    expect(await overview(...filter)).toEqual(counted);
  });

  it.each<[string, string[], string[], unknown[]]>([
    ['alone', [], ['country:is:FR'], [2, 2, 2]],
    ['together with another value of its dimension', ['country:is:DE'], ['country:is:FR'], [0, 0, 0]],
    ['together with another dimension', ['browser:is:Firefox'], ['country:is:FR'], [1, 1, 1]],
    ['together with another page', ['path:is:/pricing'], ['path:is:/'], [0, 0, 0]],
    ['together with another event type', ['type:is:$pageview'], ['type:is:signup'], [0, 0, 0]],
  ])('that are fixed apply %s', async (_what, filter, fixedFilters, counted) => {
    const result = await store.query('overview', 'ws_one', { ...range, filter }, undefined, fixedFilters);
    const { pageviews, uniqueVisitors, sessions } = Object(result);
    expect([pageviews, uniqueVisitors, sessions]).toEqual(counted);
  });

  it.each(queries)('that are fixed restrict $name like those in the request', async ({ name, params }) => {
    const given = { ...range, minutes: '30', by: 'path', step: ['path:is:/', 'type:is:signup'], type: 'signup' };
    const accepted = Object.entries(given).filter(([parameter]) => Object.hasOwn(params.shape, parameter));
    const read = (filter: string[], fixed: string[]) =>
      store.query(name, workspaceId, { ...Object.fromEntries(accepted), filter }, '2026-03-10T10:08:00Z', fixed);
    const narrowed = await read(['country:is:FR'], []);
    expect(await read([], ['country:is:FR'])).toEqual(narrowed);
    expect(narrowed).not.toEqual(await read([], []));
  });

  it('omit dead clicks on other pages from the share of sessions with dead clicks', async () => {
    await store.add('ws_clicks', [
      view(0, 'ann', 'a1', '/'),
      view(1, 'ann', 'a1', '/pricing'),
      event(at(2), 'ann', 'a1', { type: '$dead_click', path: '/pricing' }),
    ]);
    const clicks = (path: string) => store.query('ux-insights', 'ws_clicks', { ...range, filter: [`path:is:${path}`] });
    expect(await clicks('/')).toMatchObject({ totals: { dead_clicks: 0, dead_click_rate: 0, total_sessions: 1 } });
    expect(await clicks('/pricing')).toMatchObject({
      totals: { dead_clicks: 1, dead_click_rate: 100, total_sessions: 1 },
    });
  });

  it.each([
    ['colour:is:red', 'filter must have one of the dimensions source, '],
    [`prop:${'p'.repeat(129)}:is:`, 'filter must have one of the dimensions source, '],
    ['country:equals:DE', 'filter must be <dimension>:<operator>:<value> with one of the operators is, is_not, '],
    ['country', 'filter must be <dimension>:<operator>:<value> with one of the operators is, is_not, '],
    ['goal:is:none', 'filter must name a goal of the workspace by its ID, got "none"'],
  ])('are rejected if invalid: %#', async (filter, message) => {
    await expect(overview(filter)).rejects.toThrow(message);
  });

  it('are at most 20, repeated ones included', async () => {
    const times = (count: number) => overview(...Array.from({ length: count }, () => 'country:is:DE'));
    expect(await times(20)).toEqual(await times(1));
    await expect(times(21)).rejects.toThrow('filter must be given at most 20 times, got 21');
  });
});
