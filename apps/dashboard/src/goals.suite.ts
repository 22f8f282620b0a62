/** Goals created in the settings, in lists and in filters; funnels, retention and properties: every figure matches the API. */
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addressOf, altered, complete, hold, panelOf, rowsOf, saved } from './page.fixture.ts';
import { addDays } from './state/days.ts';
import { daysOf } from './state/range.ts';
import { formatFull, formatPercent } from './words/format.ts';

export function goals(dashboard: Dashboard): void {
  const api = async (path: string): Promise<Json> =>
    dashboard.get(`/api/v1/analytics/${path}${path.includes('?') ? '&' : '?'}start=${daysOf('30d', Date.now()).first}`);

  it('shows the figures of a site without goals before the script that says so has arrived', async () => {
    const page = await dashboard.open('about:blank');
    await altered(page, '**/analytics/goals*', (result) => ({ ...result, data: [] }));
    const deliver = await hold(page, '**/exploring-*.js');
    await page.goto('/?range=30d&tab-events=goals');
    await page.locator('.panel .empty:empty').waitFor({ state: 'attached' });
    await page.locator('.tile .figure').first().getByText(/\d/).waitFor();
    deliver();
    await page.getByText('No goals yet').waitFor();
  });

  it('creates goals in the settings, lists their conversions, and filters by them', async () => {
    const page = await dashboard.open('/settings/goals');
    await page.getByLabel('Name', { exact: true }).fill('Signed up');
    await page.getByLabel('Event type').fill('signup');
    await page.keyboard.press('Enter');
    await page.locator('.item', { hasText: 'event signup' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Saw prices');
    await page.getByLabel('Reached by').selectOption('A page');
    await page.getByLabel('Path').fill('/pricing?ref=mail');
    await page.getByRole('button', { name: 'Create goal' }).click();
    const refused = page.locator('input[name=reached]:focus:invalid');
    expect(await refused.getAttribute('title')).toMatch(/leave out the query/);
    await page.getByLabel('Path').fill('/pri*');
    await page.getByRole('button', { name: 'Create goal' }).click();
    await page.locator('.item', { hasText: 'page /pri*' }).waitFor();

    await page.goto('/?range=30d&tab-events=goals');
    await complete(page);
    const { data } = await api('goals');
    expect(data).toHaveLength(2);
    expect(await rowsOf(panelOf(page, 'Events'))).toEqual(
      data.map(({ name, visitors, conversionRate, events }: Json) => [
        name,
        formatFull(visitors),
        formatPercent(conversionRate),
        formatFull(events),
      ]),
    );
    const { goalId } = data.find(({ name }: Json) => name === 'Signed up');
    await panelOf(page, 'Events').getByRole('link', { name: 'Signed up' }).click();
    expect((await addressOf(page)).searchParams.getAll('filter')).toEqual([`goal:is:${goalId}`]);
    await page.getByRole('button', { name: 'Edit: Goal is Signed up' }).waitFor();
    await page.keyboard.press('Escape');

    await panelOf(page, 'Events').getByLabel('Conversion rate in every list').selectOption('Signed up');
    await page.getByRole('link', { name: 'Remove: Conversion rate of Signed up' }).waitFor();
    expect((await addressOf(page)).searchParams.get('goal')).toBe(goalId);
    for (const [by, title] of [
      ['source', 'Sources'],
      ['device', 'Devices'],
    ] as const) {
      await panelOf(page, title).locator('thead th', { hasText: 'Conversion rate' }).waitFor();
      const rows = (await api(`breakdown?by=${by}&goal=${goalId}&metrics=visitors,conversionRate&limit=9`))['data'];
      const shown = await rowsOf(panelOf(page, title));
      expect([by, shown.map(([, , rate]) => rate)]).toEqual([
        by,
        rows.map(({ conversionRate }: Json) => formatPercent(conversionRate)),
      ]);
    }
    expect(dashboard.problems()).toEqual([]);
  });

  it('creates a goal with a property only if its value is given, and the other way around', async () => {
    const page = await dashboard.open('/settings/goals');
    const sent: Json[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postDataJSON()['props']);
    });
    await page.getByLabel('Name', { exact: true }).fill('Chose a plan');
    await page.getByLabel('Event type').fill('signup');
    const create = () => page.getByRole('button', { name: 'Create goal' }).click();
    const fill = (name: string, text: string) => page.locator(`input[name=${name}]`).fill(text);
    const reasonAt = (name: string) =>
      page.locator(`input[name=${name}]:focus`).evaluate((one: HTMLInputElement) => one.validationMessage);
    await fill('prop', 'plan');
    await fill('value', ' ');
    await create();
    expect(await reasonAt('value')).toBe('Enter both the property and its value.');
    await fill('prop', '');
    await fill('value', 'team');
    await create();
    expect(await reasonAt('prop')).toBe('Enter both the property and its value.');
    await fill('prop', 'plan');
    await create();
    const item = page.locator('.item', { hasText: 'plan = team' });
    await item.getByRole('button').click();
    await item.getByRole('button', { name: 'Remove Chose a plan?' }).click();
    await item.waitFor({ state: 'detached' });
    expect(sent).toEqual([{ plan: 'team' }]);
    expect(dashboard.problems()).toEqual([]);
  });

  it('lists a new goal, and no removed one, whenever it shows goals again', async () => {
    const page = await dashboard.open('/?range=30d&tab-events=goals');
    await complete(page);
    const shown = (name: string) => panelOf(page, 'Events').getByRole('link', { name, exact: true });
    const goTo = async (link: string) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.popped').getByRole('link', { name: link }).click();
    };
    const openGoals = async () => {
      await goTo('Settings');
      await page.getByRole('link', { name: 'Goals', exact: true }).click();
    };

    await shown('Signed up').waitFor();
    await openGoals();
    await page.getByLabel('Name', { exact: true }).fill('Joined');
    await page.getByLabel('Event type').fill('signup');
    await page.keyboard.press('Enter');
    const item = page.locator('.item', { hasText: 'Joined' });
    await item.waitFor();
    await goTo('Dashboard');
    await shown('Joined').waitFor();

    await openGoals();
    await item.getByRole('button').click();
    await item.getByRole('button', { name: 'Remove Joined?' }).click();
    await item.waitFor({ state: 'detached' });
    await goTo('Dashboard');
    await shown('Signed up').waitFor();
    await shown('Joined').waitFor({ state: 'detached' });

    const goal = { name: 'Enrolled', type: 'signup' };
    const { goalId } = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/goals`, goal);
    await page.reload();
    await shown('Enrolled').waitFor();
    await dashboard.administer('DELETE', `/workspaces/${dashboard.workspaceId}/goals/${goalId}`);
    await page.reload();
    await shown('Enrolled').waitFor({ state: 'detached' });
    expect(dashboard.problems()).toEqual([]);
  });

  it('saves goals as CSV, with their names under the title of what they are', async () => {
    const goal = { name: 'Read the docs', path: '/docs' };
    const { goalId } = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/goals`, goal);
    const page = await dashboard.open('/?range=30d&tab-events=goals');
    const lines = (await saved(panelOf(page, 'Events').getByRole('button', { name: 'CSV' }))).split('\r\n');
    expect(lines[0]).toBe('goal,visitors,conversionRate,events,value');
    expect(lines).toContainEqual(expect.stringMatching(/^Read the docs,\d/));
    await dashboard.administer('DELETE', `/workspaces/${dashboard.workspaceId}/goals/${goalId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it('builds a funnel by clicks, and keeps it in the URL', async () => {
    const page = await dashboard.open('/?range=30d');
    await complete(page);
    await page.getByRole('link', { name: 'Funnel' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: '/pricing', exact: true }).click();
    await dialog.getByRole('button', { name: 'Event', exact: true }).click();
    await dialog.getByRole('button', { name: 'signup', exact: true }).click();
    await dialog.locator('.funnel b').nth(1).waitFor();
    expect((await addressOf(page)).searchParams.getAll('step')).toEqual(['path:is:/pricing', 'type:is:signup']);
    const { data } = await api('funnel?step=path:is:/pricing&step=type:is:signup');
    expect(data[0].visitors).toBeGreaterThan(0);
    const rates = () => dialog.locator('.funnel b').allTextContents();
    expect(await rates()).toEqual(data.map(({ conversionRate }: Json) => formatPercent(conversionRate)));
    await page.reload();
    await dialog.locator('.funnel b').nth(1).waitFor();
    expect(await rates()).toEqual(data.map(({ conversionRate }: Json) => formatPercent(conversionRate)));
    await dialog.getByRole('link', { name: 'Remove: Event is signup' }).click();
    await dialog.getByText('Choose at least two steps').waitFor();
    expect(dashboard.problems()).toEqual([]);
  });

  it('offers custom events as steps before automatic ones, which it names in words', async () => {
    const page = await dashboard.open('/?range=90d&all=funnel&step=type:is:$pageleave');
    const dialog = page.locator('dialog');
    await dialog.locator('.funnel').getByText('Event is Page left').waitFor();
    await dialog.getByRole('button', { name: 'Event', exact: true }).click();
    await dialog.getByRole('button', { name: 'signup', exact: true }).waitFor();
    const titles = await dialog.locator('.choices button').evaluateAll((all) => all.map(({ title }: Json) => title));
    expect(titles).toContain('$pageview');
    const isAutomatic = titles.map((title) => title.startsWith('$'));
    expect(isAutomatic).toEqual(isAutomatic.toSorted((one, other) => Number(one) - Number(other)));
    expect(await dialog.locator('.choices').textContent()).not.toContain('$');
  });

  it('requests the steps that match a search once typing pauses', async () => {
    const page = await dashboard.open('/?range=30d&all=funnel');
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: '/pricing', exact: true }).waitFor();
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const search = searchParams.get('search');
      if (pathname.endsWith('/breakdown') && search !== null) requested.push(search);
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog.getByRole('searchbox').pressSequentially('pric');
    const found = page.waitForResponse((response) => response.url().includes('search=pric'));
    await page.clock.runFor(1_000);
    await found;
    await page.clock.resume();
    await dialog.getByRole('button', { name: '/pricing', exact: true }).waitFor();
    expect(requested).toEqual(['pric']);
  });

  it('says that the steps to choose from could not be loaded', async () => {
    const page = await dashboard.open('about:blank');
    await page.route('**/analytics/breakdown?by=path&*limit=50*', (route) => route.fulfill({ status: 502, json: {} }));
    await page.goto('/?range=30d&all=funnel');
    await page.locator('dialog').getByText('This could not be loaded: HTTP 502').waitFor();
  });

  it('says that no step matches the search', async () => {
    const page = await dashboard.open('/?range=30d&all=funnel');
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: '/pricing', exact: true }).waitFor();
    await dialog.getByRole('searchbox').fill('no such page');
    await dialog.getByText('Nothing matches this search').waitFor();
  });

  it('begins a funnel with a search for its first step, and each further step with an empty search', async () => {
    const page = await dashboard.open('/?range=30d&all=funnel');
    const search = page.locator('dialog').getByRole('searchbox');
    await page.locator('dialog input[type=search]:focus').waitFor();
    await page.keyboard.type('pric');
    await page.locator('dialog .choices button').filter({ hasText: '/pricing' }).click();
    await page.locator('dialog .funnel').getByText('Page is /pricing').waitFor();
    expect(await search.inputValue()).toBe('');
    await page.locator('dialog').getByRole('button', { name: '/docs', exact: true }).waitFor();
  });

  it('keeps the values that match while a search for more is loaded', async () => {
    const page = await dashboard.open('/?range=30d&all=funnel');
    const values = page.locator('dialog .choices button');
    await values.nth(5).waitFor();
    const search = '**/analytics/breakdown?by=path&*search=*';
    const requested = page.waitForRequest(search);
    await page.route(search, () => undefined);
    await page.locator('dialog').getByRole('searchbox').fill('pric');
    await requested;
    expect(await values.allTextContents()).toEqual(['/pricing']);
    await page.locator('dialog').getByRole('searchbox').fill('prices of yesterday');
    await values.first().waitFor({ state: 'detached' });
    // The search may still find others.
    expect(await page.locator('dialog .empty').count()).toBe(0);
  });

  it('shows the properties of an automatic event if no others exist, and says if there are none', async () => {
    const page = await dashboard.open('about:blank');
    let types = ['$pageview'];
    await altered(page, '**/analytics/breakdown?by=type&*limit=1000*', ({ data, ...rest }) => ({
      ...rest,
      data: data.filter(({ type }: Json) => types.includes(type)),
    }));
    await page.goto('/?range=30d&all=properties');
    const dialog = page.locator('dialog');
    await dialog.getByText('These events have no properties').waitFor();
    expect(await dialog.getByLabel('Event').inputValue()).toBe('$pageview');
    await page.goto('/?range=30d&all=properties&event=download');
    await dialog.getByText('These events have no properties').waitFor();
    expect(await dialog.getByLabel('Event').inputValue()).toBe('download');
    types = [];
    await page.goto('/?range=90d&all=properties');
    await dialog.getByText('No data in this range').waitFor();
  });

  it('shows how many visitors return, and the values of properties', async () => {
    const page = await dashboard.open('/?range=30d&all=retention');
    const dialog = page.locator('dialog');
    const expected = (await api('retention'))['data'].map(({ returned }: Json) => returned.map(formatFull));
    const { first } = daysOf('30d', Date.now());
    // The periods after the current one have no figures yet.
    for (const range of ['30d', `${first}..${addDays(first, 50)}`]) {
      await page.goto(`/?range=${range}&all=retention`);
      await dialog.getByText('The current week has not ended').waitFor();
      expect((await rowsOf(dialog)).map((row) => row.slice(1))).toEqual(expected);
    }
    await page.goto('/?range=90d&all=properties&event=signup');
    await dialog.locator('tbody tr').first().waitFor();
    const start = daysOf('90d', Date.now()).first;
    const { data } = await dashboard.get(`/api/v1/analytics/properties?type=signup&name=plan&start=${start}`);
    expect(await rowsOf(dialog)).toEqual(
      data.map(({ value, events, visitors }: Json) => [value, formatFull(events), formatFull(visitors)]),
    );
    await page.goto('/?range=90d&all=properties&event=signup&property=size');
    await dialog.getByText('No data in this range').waitFor();
    expect(await dialog.getByLabel('Property').inputValue()).toBe('size');
    await dialog.getByLabel('Property').selectOption('plan');
    await dialog.locator('a.name').first().click();
    expect((await addressOf(page)).searchParams.getAll('filter')).toEqual([
      'type:is:signup',
      `prop:plan:is:${data[0].value}`,
    ]);
    expect(dashboard.problems()).toEqual([]);
  });
}
