/** Filters from rows, chips, the editor and the URL; every figure is then the API's result with these filters. */
import type { Page } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { hostileTexts } from './events.fixture.ts';
import { addressOf, altered, complete, hold, panelOf, refused, tileTexts } from './page.fixture.ts';
import { formatCount } from './words/format.ts';

export function filters(dashboard: Dashboard): void {
  it('names the range and the filters in each drawer, those of a share as well', async () => {
    const workspace = `/workspaces/${dashboard.workspaceId}`;
    const goal = { name: 'Enrolled', type: 'signup' };
    const { goalId } = await dashboard.administer('POST', `${workspace}/goals`, goal);
    const share = { name: 'Germany', filters: ['country:is:DE'] };
    const { shareId, url } = await dashboard.administer('POST', `${workspace}/shares`, share);
    const query = `range=2026-10-01..2026-10-31&filter=goal:is:${goalId}`;
    const page = await dashboard.open('about:blank');
    for (const open of ['pages', 'chart', 'funnel', 'retention', 'properties']) {
      await page.goto(`/?${query}&all=${open}`);
      await page
        .locator('dialog hgroup')
        .getByText(/^1 ?– ?31 Oct 2026 · Goal is Enrolled$/)
        .waitFor();
    }
    await page.goto(`${url}?${query}&all=pages`);
    await page
      .locator('dialog hgroup')
      .getByText(/ Oct 2026 · Country is Germany · Goal is Enrolled$/)
      .waitFor();
    await dashboard.administer('DELETE', `/shares/${shareId}`);
    await dashboard.administer('DELETE', `${workspace}/goals/${goalId}`);
  });

  const filtersOf = async (page: Page) => (await addressOf(page)).searchParams.getAll('filter');
  const chips = (page: Page) => page.locator('.chip .popup > button').allTextContents();
  const open = async (address: string) => {
    const page = await dashboard.open(address);
    await complete(page);
    return page;
  };

  it('a click on a row filters by it, a second one removes the filter, and one with Alt excludes the row', async () => {
    const page = await dashboard.open('about:blank');
    for (const [title, tab, dimension, filtersKept] of [
      ['Sources', 'tab-sources=referrers', 'source', [/^source:is:./]],
      ['Sources', 'tab-sources=assistants', 'source', [/^channel:is:AI Assistant$/, /^source:is:./]],
      ['Places', 'tab-places=cities', 'city', [/^city:is:./, /^country:is:./]],
      ['Events', 'tab-events=own', 'type', [/^type:is:./]],
    ] as const) {
      await page.goto(`/?range=30d&${tab}`);
      const row = panelOf(page, title).locator('tbody tr').first();
      await row.waitFor();
      const name = (await row.locator('.name').getAttribute('title')) ?? '';
      await row.locator('td').first().click();
      expect([tab, await filtersOf(page)]).toEqual([tab, filtersKept.map((text) => expect.stringMatching(text))]);
      await page
        .locator('.chip')
        .nth(filtersKept.length - 1)
        .waitFor();
      const active = page.locator(`.panel a.name[aria-current=true][title="${name}"]`).first();
      await active.waitFor();
      await active.click();
      expect(await filtersOf(page)).toEqual([]);
      await row.locator('.name').click({ modifiers: ['Alt'] });
      // Excluding an event would keep every session with another one, so events are not excluded.
      const excluded = dimension === 'type' ? 'is' : 'is_not';
      expect(await filtersOf(page)).toEqual([expect.stringMatching(new RegExp(`^${dimension}:${excluded}:.`))]);
    }
    expect(dashboard.problems()).toEqual([]);
  });

  it('rows and countries of the map are chosen with Enter, and excluded with Alt and Enter', async () => {
    const page = await open('/?range=30d');
    const land = page.locator('.map [role=link]').first();
    await land.focus();
    await page.keyboard.press('Enter');
    const [country = ''] = await filtersOf(page);
    expect(country).toMatch(/^country:is:[A-Z]{2}$/);
    await page.locator('.chip').waitFor();
    const link = panelOf(page, 'Devices').locator('a.name').first();
    await link.focus();
    await page.keyboard.press('Enter');
    expect(await filtersOf(page)).toEqual([country, expect.stringMatching(/^device:is:/)]);
    await page.keyboard.press('Escape');
    await panelOf(page, 'Pages').locator('a.name').first().focus();
    await page.keyboard.press('Alt+Enter');
    expect(await filtersOf(page)).toEqual([country, expect.stringMatching(/^path:is_not:/)]);
    expect(dashboard.problems()).toEqual([]);
  });

  it('chips describe their filters, and can be negated, changed, removed and cleared', async () => {
    const page = await open(
      '/?range=30d&filter=country:is:US&filter=device:is:desktop&filter=utm_campaign:is:&filter=path:starts_with:/docs',
    );
    expect(await chips(page)).toEqual([
      'Country is United States',
      'Device is Desktop',
      'Campaign is not set',
      'Page starts with /docs',
    ]);
    await page.getByRole('link', { name: 'Change to: Country is not United States' }).click();
    await page.getByRole('link', { name: 'Remove: Device is Desktop' }).click();
    expect(await chips(page)).toEqual([
      'Country is not United States',
      'Campaign is not set',
      'Page starts with /docs',
    ]);
    await page.getByRole('button', { name: 'Edit: Page starts with /docs' }).click();
    const editor = page.locator('form.editor');
    await editor.getByLabel('Condition').selectOption('does not contain');
    await editor.getByLabel('Value').fill('blog');
    await page.keyboard.press('Enter');
    expect(await filtersOf(page)).toEqual(['country:is_not:US', 'utm_campaign:is:', 'path:contains_not:blog']);
    await page.keyboard.press('Escape');
    expect(await filtersOf(page)).toEqual(['country:is_not:US', 'utm_campaign:is:']);
    await page.getByRole('link', { name: 'Clear all' }).click();
    expect(await filtersOf(page)).toEqual([]);
    expect(dashboard.problems()).toEqual([]);
  });

  it('a chip that is changed keeps its position and the focus', async () => {
    const page = await open('/?range=30d&filter=country:is:US&filter=device:is:mobile&filter=path:is_not:/docs');
    await page.getByRole('button', { name: 'Edit: Country is United States' }).click();
    const editor = page.locator('form.editor');
    await editor.getByLabel('Condition').selectOption('is not');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Edit: Country is not United States' }).waitFor();
    expect(await filtersOf(page)).toEqual(['country:is_not:US', 'device:is:mobile', 'path:is_not:/docs']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Edit: Country is not United States',
    );
  });

  it('only conditions on whole values are offered for dimensions whose shown names differ from the stored ones', async () => {
    const page = await open('/?range=30d&filter=country:contains:U');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    const condition = editor.getByLabel('Condition');
    const offered = () => condition.locator('option').allTextContents();
    await editor.getByLabel('Filter by').selectOption('Page');
    await condition.selectOption('starts with');
    for (const dimension of ['Country', 'Device']) {
      await editor.getByLabel('Filter by').selectOption(dimension);
      expect([dimension, await offered()]).toEqual([dimension, ['is', 'is not']]);
    }
    await editor.getByLabel('Filter by').selectOption('Device');
    await editor.getByLabel('Value').fill('Mobile');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Edit: Device is Mobile' }).waitFor();
    expect(await filtersOf(page)).toEqual(['country:contains:U', 'device:is:mobile']);
    await page.getByRole('button', { name: 'Edit: Country contains U' }).click();
    expect(await offered()).toEqual(['is', 'is not', 'contains']);
    expect(await condition.inputValue()).toBe('contains');
  });

  it('events of sessions cannot be excluded, because such a filter would keep nearly all sessions', async () => {
    const page = await open('/?range=30d&filter=type:is_not:signup&filter=type:is:signup');
    expect(await chips(page)).toEqual(['Event is not signup', 'Event is signup']);
    expect(
      await page
        .locator('.chip')
        .getByRole('link', { name: /^Change to/ })
        .count(),
    ).toBe(0);
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    const offered = () => editor.getByLabel('Condition').locator('option').allTextContents();
    for (const [dimension, conditions] of [
      ['Event', ['is', 'contains', 'starts with', 'is set']],
      ['Property…', ['is', 'contains', 'starts with', 'is set']],
      ['Goal', ['is']],
    ] as const) {
      await editor.getByLabel('Filter by').selectOption(dimension);
      expect([dimension, await offered()]).toEqual([dimension, conditions]);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit: Event is not signup' }).click();
    expect(await offered()).toContain('is not');
    await page.goto('/?range=90d&tab-events=own');
    await complete(page);
    expect(await panelOf(page, 'Events').locator('a.name[aria-description]').count()).toBe(0);
    expect(await panelOf(page, 'Pages').locator('a.name[aria-description*=excludes]').count()).toBeGreaterThan(0);
    await page.goto('/?range=90d&all=properties&event=signup');
    await page
      .locator('dialog a.name')
      .first()
      .click({ modifiers: ['Alt'] });
    expect(await filtersOf(page)).toEqual(['type:is:signup', expect.stringMatching(/^prop:plan:is:/)]);
    expect(dashboard.problems()).toEqual([]);
  });

  it('an event is found by the name that the page shows', async () => {
    const page = await open('/?range=30d');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Event');
    await editor.getByLabel('Value').fill('page left');
    await page.keyboard.press('Enter');
    await page.locator('.chip').waitFor();
    expect(await filtersOf(page)).toEqual(['type:is:$pageleave']);
    expect(await chips(page)).toEqual(['Event is Page left']);
  });

  it('the name of a property has at most as many characters as the API accepts', async () => {
    const name = 'n'.repeat(128);
    const page = await open('/?range=30d');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Property…');
    await editor.getByLabel('Property name').pressSequentially(name);
    await editor.getByLabel('Condition').selectOption('is set');
    await editor.getByRole('button', { name: 'Apply' }).click();
    expect(await filtersOf(page)).toEqual([`prop:${name}:is_not:`]);
    await complete(page);
    expect(dashboard.problems()).toEqual([]);
  });

  it('values are suggested for a text that is longer than the API searches for', async () => {
    const page = await open('/?range=30d');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Page');
    const response = page.waitForResponse((one) => one.url().includes('search=long'));
    await editor.getByLabel('Value').fill('long'.repeat(60));
    expect((await response).status()).toBe(200);
    expect(dashboard.problems()).toEqual([]);
  });

  it('keeps the suggested values while others are loaded', async () => {
    const page = await open('/?range=30d');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Page');
    const pricing = editor.locator('option[value="/pricing"]');
    await pricing.waitFor({ state: 'attached' });
    const requested = page.waitForRequest('**/analytics/breakdown?by=path&*search=*');
    const respond = await hold(page, '**/analytics/breakdown?by=path&*search=*');
    await editor.getByLabel('Value').fill('pric');
    await requested;
    expect(await pricing.count()).toBe(1);
    respond();
    await editor.getByLabel('Filter by').selectOption('Channel');
    await pricing.waitFor({ state: 'detached' });
  });

  it('the suggested names of properties are those that the events of the range have', async () => {
    const page = await open('/?range=90d');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Property…');
    await page.waitForFunction(() => document.querySelector('datalist option[value=plan]') !== null);
    const { data: types } = await dashboard.get(`/api/v1/analytics/breakdown?by=type&start=${daysAgo(89)}`);
    expect(types.length).toBeLessThanOrEqual(10);
    const names = new Set<string>();
    for (const { type } of types) {
      const { data } = await dashboard.get(
        `/api/v1/analytics/properties?type=${encodeURIComponent(type)}&start=${daysAgo(89)}`,
      );
      for (const { name } of data) names.add(name);
    }
    const list = await editor.getByLabel('Property name').getAttribute('list');
    const offered = await page
      .locator(`datalist[id="${list}"] option`)
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(offered).toEqual([...names].toSorted());
    expect(dashboard.problems()).toEqual([]);
  });

  it('says that a filter and a range in the URL are not applied, until they are removed', async () => {
    const page = await open('/?range=2015-01-01..2026-11-27&filter=contry:is:DE&filter=country:is:US');
    const bar = page.locator('.filters');
    await bar.getByText('Not applied: 2015-01-01..2026-11-27').waitFor();
    await bar.getByText('Not applied: contry:is:DE').waitFor();
    await bar.getByRole('link', { name: 'Remove: Not applied: 2015' }).click();
    await bar.getByText('Not applied: 2015').waitFor({ state: 'detached' });
    await page.keyboard.press('w');
    expect(await filtersOf(page)).toEqual(['country:is:US', 'contry:is:DE']);
    await bar.getByRole('link', { name: 'Remove: Not applied: contry:is:DE' }).click();
    await bar.getByText('Not applied').waitFor({ state: 'detached' });
    expect(await filtersOf(page)).toEqual(['country:is:US']);
    expect(dashboard.problems()).toEqual([]);
  });

  it('says that the filter of a click exceeds the maximum', async () => {
    const most = Array.from({ length: 20 }, (_, index) => `filter=city:is_not:${index}`).join('&');
    const page = await open(`/?range=30d&${most}`);
    const [row] = await panelOf(page, 'Devices').locator('a.name').allTextContents();
    await panelOf(page, 'Devices').locator('a.name').first().click();
    const bar = page.locator('.filters');
    await bar.getByText(`Not applied, the maximum is 20 filters: Device is ${row}`).waitFor();
    await bar.getByRole('link', { name: 'Remove: City is not 0', exact: true }).click();
    await bar.getByText(`Device is ${row}`, { exact: true }).waitFor();
    await bar.getByText('Not applied').waitFor({ state: 'detached' });
    expect(await filtersOf(page)).toHaveLength(20);
    expect(dashboard.problems()).toEqual([]);
  });

  it.each(['is set', 'is'])('says that the maximum number of filters is reached: %s', async (condition) => {
    const most = Array.from({ length: 20 }, (_, index) => `filter=city:is_not:${index}`).join('&');
    const page = await dashboard.open(`/live?${most}`);
    await page.getByRole('button', { name: '+ Filter' }).click();
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Page');
    await editor.getByLabel('Condition').selectOption(condition);
    if (condition === 'is') await editor.getByLabel('Value').fill('/');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLInputElement>('form.editor :is(input, select)')].some(
        ({ validationMessage }) => validationMessage === 'There are already 20 filters, the maximum. Remove one first.',
      ),
    );
    expect(await filtersOf(page)).toHaveLength(20);
  });

  it('any filter is added by keyboard, with values that occur', async () => {
    const page = await open('/?range=30d');
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'SELECT');
    await page.keyboard.type('Country');
    await page.waitForFunction(() => document.querySelector('datalist option[value="United States"]') !== null);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('United States');
    await page.keyboard.press('Enter');
    expect(await filtersOf(page)).toEqual(['country:is:US']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-keyshortcuts'))).toBe('f');
    await page.keyboard.press('Enter');
    await editor.waitFor();
    await editor.getByLabel('Filter by').selectOption('Property…');
    await editor.getByLabel('Property name').fill('plan');
    await editor.getByLabel('Condition').selectOption('is set');
    await editor.getByRole('button', { name: 'Apply' }).click();
    expect(await filtersOf(page)).toEqual(['country:is:US', 'prop:plan:is_not:']);
    expect(await chips(page)).toEqual(['Country is United States', 'plan is set']);
    await page.keyboard.press('f');
    await editor.waitFor();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    expect(await filtersOf(page)).toHaveLength(2);
    expect(dashboard.problems()).toEqual([]);
  });

  it('a typed value selects the existing one, and a value that cannot match is refused', async () => {
    const page = await open('/?range=30d');
    const add = async (dimension: string, text: string) => {
      await page.keyboard.press('f');
      const editor = page.locator('form.editor');
      await editor.getByLabel('Filter by').selectOption(dimension);
      await editor.getByLabel('Value').fill(text);
      await page.keyboard.press('Enter');
    };
    const cases = [
      ['Country', 'united states', 'country:is:US'],
      ['Country', 'us', 'country:is:US'],
      ['Country', 'united s', 'country:is:US'],
      ['Source', 'google', 'source:is:Google'],
      ['Page', '/do', 'path:is:/do'],
    ] as const;
    for (const [dimension, text, filter] of cases) {
      await add(dimension, text);
      await page.locator('.chip').waitFor();
      expect([text, await filtersOf(page)]).toEqual([text, [filter]]);
      await page.keyboard.press('Escape');
      await page.locator('.chip').waitFor({ state: 'detached' });
    }
    await add('Country', 'Atlantis');
    const field = page.locator('form.editor').getByLabel('Value');
    await page.waitForFunction(() => document.querySelector('form.editor input:user-invalid') !== null);
    expect(await field.evaluate((one: HTMLInputElement) => one.validationMessage)).toBe('No such value in this range');
    await field.fill('United Kingdom');
    await page.keyboard.press('Enter');
    await page.locator('.chip').waitFor();
    expect(await filtersOf(page)).toEqual(['country:is:GB']);
    expect(dashboard.problems()).toEqual([]);
  });

  it('filters are kept when the range changes, after a reload, on the live page and on a share', async () => {
    const page = await open('/?range=30d&filter=country:is:US');
    await page.keyboard.press('w');
    await page.reload();
    expect(await filtersOf(page)).toEqual(['country:is:US']);
    await page.keyboard.press('l');
    await page.locator('.chip').waitFor();
    expect(await chips(page)).toEqual(['Country is United States']);
    const share = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/shares`, {
      name: 'Filtered',
    });
    const shared = await dashboard.openSignedOut(`${share['url']}?filter=country:is:US`);
    await complete(shared);
    const { uniqueVisitors } = await dashboard.get(
      `/api/v1/analytics/overview?start=${daysAgo(29)}&filter=country:is:US`,
    );
    expect((await tileTexts(shared))['visitors']?.figure).toBe(formatCount(uniqueVisitors));
    await panelOf(shared, 'Devices').locator('tbody tr').first().click();
    expect(await filtersOf(shared)).toHaveLength(2);
    expect(dashboard.problems()).toEqual([]);
  });

  it('says that nothing matches, and offers to clear', async () => {
    const page = await open('/?range=30d&filter=country:is:US&filter=city:is:Nowhere');
    const empty = page.locator('.trend .empty');
    await empty.getByText('Nothing matches these filters').waitFor();
    await empty.getByRole('link', { name: 'Clear all' }).click();
    await complete(page);
    expect(await filtersOf(page)).toEqual([]);
    expect(Number((await tileTexts(page))['visitors']?.figure)).toBeGreaterThan(0);
  });

  it('shows hostile values as text, in rows, in chips and in the editor', async () => {
    const [text = ''] = hostileTexts;
    const page = await dashboard.open(
      `/?range=30d&filter=${encodeURIComponent(`utm_campaign:is:${text}`)}&filter=${encodeURIComponent(`prop:${text}:is_not:${text}`)}`,
    );
    await complete(page);
    expect(await chips(page)).toEqual([`Campaign is ${text}`, `${text} is not ${text}`]);
    expect(Number((await tileTexts(page))['visitors']?.figure)).toBe(1);
    await page.keyboard.press('f');
    await page.locator('form.editor').getByLabel('Filter by').selectOption('UTM source');
    await page.waitForFunction(() => document.querySelectorAll('datalist option').length > 0);
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.evaluate('globalThis.hit')).toBeUndefined();
    expect(dashboard.problems()).toEqual([]);
  });

  it('moves nothing when a row is pointed at', async () => {
    const page = await open('/?range=30d');
    const positions = () =>
      page
        .locator('.card, .panel tr, .panel .name')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const before = await positions();
    await panelOf(page, 'Pages').locator('tbody tr').nth(1).hover();
    expect(await positions()).toEqual(before);
  });

  it('a filter is not applied if its editor is closed before the suggestions arrive', async () => {
    const page = await open('/?range=30d');
    const respond = await hold(page, '**/analytics/breakdown?by=country&*limit=1000*');
    await page.keyboard.press('f');
    await page.locator('form.editor').getByLabel('Value').fill('united s');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    respond();
    await page.locator('form.editor option[value="United States"]').waitFor({ state: 'attached' });
    expect(await filtersOf(page)).toEqual([]);
    expect(dashboard.problems()).toEqual([]);
  });

  it('the editor keeps its text while another window has the focus', async () => {
    const page = await open('/?range=30d');
    await page.keyboard.press('f');
    const value = page.locator('form.editor').getByLabel('Value');
    await value.fill('united');
    // The event of a field that remains the active element of its document.
    await value.evaluate((field) => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(await value.count()).toBe(1);
    expect(await value.inputValue()).toBe('united');
  });

  it('a name is not taken for a value while the suggestions cannot be loaded', async () => {
    const page = await open('/?range=30d');
    const suggestions = '**/analytics/breakdown?by=country&*limit=1000*';
    await refused(page, suggestions);
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Value').fill('United States');
    const response = page.waitForResponse(suggestions);
    await page.keyboard.press('Enter');
    await response;
    await editor.getByText('This could not be loaded: Too busy').waitFor();
    await page.unroute(suggestions);
    await page.keyboard.press('Enter');
    await page.locator('.chip').waitFor();
    expect(await filtersOf(page)).toEqual(['country:is:US']);
  });

  it('a typed value is not replaced by one that differs in case', async () => {
    const page = await open('/?range=30d');
    const suggestions = '**/analytics/breakdown?by=path&*limit=50*';
    await altered(page, suggestions, (result) => ({ ...result, data: [{ path: '/Docs' }, { path: '/docs' }] }));
    const respond = await hold(page, suggestions);
    await page.keyboard.press('f');
    const editor = page.locator('form.editor');
    await editor.getByLabel('Filter by').selectOption('Page');
    await editor.getByLabel('Value').fill('/docs');
    await page.keyboard.press('Enter');
    respond();
    await page.locator('.chip').waitFor();
    expect(await filtersOf(page)).toEqual(['path:is:/docs']);
  });
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
