/** The layout: nothing is cut, covered or outside the window, and nothing moves when data arrives. */
import type { Page } from 'playwright-core';
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { addressOf, altered, compared, complete, hold, refused } from './page.fixture.ts';
import { addDays } from './state/days.ts';
import { daysOf } from './state/range.ts';

const phone = { width: 390, height: 844 };

/** Returns the texts of the elements that are wider than what is shown of them. */
function cutTexts(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
}

export function layout(dashboard: Dashboard): void {
  it('keeps everything in a drawer within the window, even on a phone', async () => {
    const long = `/${'a-path-longer-than-the-window/'.repeat(6)}`;
    const date = addDays(daysOf('7d', Date.now()).last, -1);
    const text = `https://example.com/${'long'.repeat(40)}`;
    const path = `/workspaces/${dashboard.workspaceId}/annotations`;
    const { annotationId } = await dashboard.administer('POST', path, { date, text });
    const page = await dashboard.open('about:blank', { viewport: phone });
    for (const open of [
      'sources&tab-sources=campaigns',
      'pages',
      'chart',
      `funnel&step=path:is:/&step=path:is:${long}`,
    ]) {
      await page.goto(`/?range=7d&all=${open}`);
      await page.locator('dialog :is(tbody tr, .funnel b)').first().waitFor();
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ ...phone, width });
        const { left, right, hidden } = await page.locator('dialog').evaluate((dialog) => ({
          ...dialog.querySelector('header button')?.getBoundingClientRect().toJSON(),
          hidden: dialog.scrollWidth - dialog.clientWidth,
        }));
        expect([width, open, hidden]).toEqual([width, open, 0]);
        expect(left).toBeGreaterThan(0);
        expect(right).toBeLessThanOrEqual(width);
      }
    }
    await dashboard.administer('DELETE', `/annotations/${annotationId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it.each([390, 320])(
    'has no two texts of a drawer or of a tile overlap, and no figure in two lines: %d px',
    async (width) => {
      const page = await dashboard.open('about:blank', { viewport: { ...phone, width } });
      const figures = { visitors: 1234, avgTime: 111, avgScroll: 62, pageviews: 2345, previous: { visitors: 1037 } };
      await altered(page, '**/analytics/breakdown?by=path&*', ({ data, ...rest }) => ({
        ...rest,
        data: [
          { ...data[0], ...figures },
          { ...data[0], ...figures, path: '/unchanged', previous: { visitors: 1234 } },
        ],
        total: 2,
      }));
      await page.goto('/?range=7d&all=pages');
      await page.locator('dialog td', { hasText: '▲ 19%' }).waitFor();
      const cells = await page.locator('dialog :is(thead th:not(:has(.hidden)), tbody td)').evaluateAll((all) =>
        all.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return { text: cell.textContent, isFigure: cell.matches('td'), left, right, top, bottom };
        }),
      );
      for (const [index, one] of cells.entries()) {
        expect([one.text, one.right <= width - 16, one.left >= 16]).toEqual([one.text, true, true]);
        if (one.isFigure) expect([one.text, one.bottom - one.top < 32]).toEqual([one.text, true]);
        const over = cells
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
          );
        expect([one.text, over.map(({ text }) => text)]).toEqual([one.text, []]);
      }
      await page.keyboard.press('Escape');
      await compared(page);
      const changes = page.locator('.tile .change');
      await changes.first().evaluate((one) => (one.textContent = '▼ 8.3% from 12m 29s'));
      expect(await changes.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
    },
  );

  it('has every figure of the tiles in one line, and nothing over the name of the site, in a window of 320 px', async () => {
    const days = daysOf('7d', Date.now());
    const page = await dashboard.open('about:blank', { viewport: { ...phone, width: 320 } });
    const long = { uniqueVisitors: 12_345_678, avgDuration: 20 * 3600 + 61 };
    await altered(page, '**/analytics/overview?*', (result) => ({ ...result, ...long }));
    await altered(page, '**/analytics/realtime*', (result) => ({ ...result, activeVisitors: 1_234_567 }));
    await page.goto(`/?range=${addDays(days.last, -400)}..${days.last}`);
    await page.locator('.tile', { hasText: '20h 01m' }).waitFor();
    const heights = await page.locator('.tile .figure').evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(new Set(heights).size).toBe(1);
    await page.locator('.here', { hasText: '1.2M' }).waitFor();
    const boxes = await page
      .locator('.top :is(.popup > button, .here)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(boxes).toHaveLength(4);
    for (const [index, { width, right }] of boxes.entries()) {
      expect([index, width >= 24]).toEqual([index, true]);
      expect([index, right <= (boxes[index + 1]?.left ?? 320)]).toEqual([index, true]);
    }
    const icon = await page.locator('.workspaces img').boundingBox();
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual(boxes[0].right);
  });

  it.each([390, 320])(
    'names the range in full next to a long name of the site, and the site in the list of them: %d px',
    async (width) => {
      const page = await dashboard.open('about:blank', { viewport: { ...phone, width } });
      await altered(page, '**/admin/v1/me', ({ data, ...rest }) => ({
        ...rest,
        data: { ...data, workspaces: [{ ...data.workspaces[0], name: `A long name${' that goes on'.repeat(9)}` }] },
      }));
      await page.goto('/?range=30d');
      await page.locator('.workspaces', { hasText: 'A long name' }).waitFor();
      expect(await cutTexts(page, '.range .popup > button')).toEqual([]);
      await page.locator('.workspaces > button').click();
      await page.locator('.popped', { hasText: 'A long name' }).waitFor();
      expect(await cutTexts(page, '.popped .ellipsis')).toEqual([]);
    },
  );

  it('shows the filters of a share in full on a phone, because its visitors cannot open them', async () => {
    const filters = [`path:contains:/${'a-path-longer-than-the-window/'.repeat(3)}`];
    const path = `/workspaces/${dashboard.workspaceId}/shares`;
    const { shareId, url } = await dashboard.administer('POST', path, { name: 'Long', filters });
    const page = await dashboard.openSignedOut(url, { viewport: phone });
    await page.locator('.chip').waitFor();
    expect(await cutTexts(page, 'html, .chip, .chip bdi')).toEqual([]);
    await dashboard.administer('DELETE', `/shares/${shareId}`);
  });

  it.each([1280, 390])(
    'shows the lines of a list in the settings in full, and what their buttons ask: %d px',
    async (width) => {
      const email = `${'a-long-name.'.repeat(5)}@example.com`;
      const page = await dashboard.open('about:blank', { viewport: { ...phone, width } });
      const person = { personId: 'p_long', role: 'member', name: email, email, lastUsedAt: null };
      const workspaces = [{ workspaceId: dashboard.workspaceId, role: 'viewer' }];
      await altered(page, '**/admin/v1/people', ({ data, ...rest }) => ({
        ...rest,
        data: [...data, { ...person, workspaces }],
      }));
      await page.goto('/settings/people');
      const item = page.locator('.item', { hasText: email });
      // A person without a name is listed by the address alone.
      expect(await item.locator('.what').textContent()).toBe(email);
      await page.getByLabel(`Role of ${email}`).selectOption('admin');
      await page.getByRole('button', { name: `Make ${email} an admin` }).waitFor();
      await item.getByRole('button', { name: 'Revoke' }).click();
      await item.getByRole('button', { name: `Revoke ${email}?` }).waitFor();
      expect(await cutTexts(page, 'html, .items :is(.what > *, button)')).toEqual([]);
      const { width: nameWidth = 0 } = (await item.locator('.what').boundingBox()) ?? {};
      expect(nameWidth).toBeGreaterThanOrEqual(200);
      await page.goto('/settings/install');
      await page.locator('.item').last().waitFor();
      expect(await cutTexts(page, '.items .what > *')).toEqual([]);
    },
  );

  it('aligns the names in the settings on the left, whatever the direction of their letters', async () => {
    const path = `/workspaces/${dashboard.workspaceId}/goals`;
    const names = ['Signed up', 'تسجيل حساب', 'הרשמה'];
    const goals: Json[] = [];
    for (const name of names) goals.push(await dashboard.administer('POST', path, { name, type: 'signup' }));
    const page = await dashboard.open('/settings/goals');
    await page
      .locator('.item')
      .nth(names.length - 1)
      .waitFor();
    const lefts = await page.locator('.item bdi').evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return Math.round(range.getBoundingClientRect().left);
      }),
    );
    expect(new Set(lefts).size).toBe(1);
    for (const { goalId } of goals) await dashboard.administer('DELETE', `${path}/${goalId}`);
  });

  it.each([1280, 390])('keeps the space of the number of current visitors until it arrives: %d px', async (width) => {
    const page = await dashboard.open('about:blank', { viewport: { ...phone, width } });
    const respond = await hold(page, '**/analytics/realtime*');
    await page.goto('/?range=7d');
    await page.locator('tbody tr:visible').first().waitFor();
    const link = page.locator('.here');
    const before = await link.boundingBox();
    respond();
    await link.locator('span').waitFor({ state: 'attached' });
    expect(await link.boundingBox()).toEqual(before);
  });

  it('has no link, button or field that is too small for a finger, on a desktop or a phone', async () => {
    const page = await dashboard.open('about:blank', { viewport: phone });
    for (const path of [
      '/?range=7d&filter=country:is:US&filter=nothing',
      '/?range=7d&tab-sources=campaigns&all=sources',
      '/?range=7d&all=funnel&step=path:is:/',
      '/live',
      '/settings/install',
    ]) {
      await page.goto(path);
      await page.locator('footer.bottom, dialog').first().waitFor();
      if (!path.startsWith('/settings')) await page.locator(':is(tbody tr, .funnel b):visible').first().waitFor();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ ...phone, width });
        const small = await page.locator('a, button, select, input, summary').evaluateAll((all) =>
          all
            .filter((one) => {
              const { width: across, height } = one.getBoundingClientRect();
              // A box of a form has a label that can be clicked.
              return one.checkVisibility() && (height < 24 || (across < 24 && !one.matches('[type=checkbox]')));
            })
            .map((one) => one.outerHTML),
        );
        expect([path, width, small]).toEqual([path, width, []]);
      }
    }
  });

  it('shows the tabs of the settings in one line on a phone, the chosen one in full, and fades the edges with more tabs', async () => {
    const page = await dashboard.open('/settings/account', { viewport: phone });
    const line = page.locator('.settings .choices.more-before:not(.more-after)');
    await line.waitFor();
    const tabs = await line.locator('a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(new Set(tabs.map(({ top }) => top)).size).toBe(1);
    expect(tabs.at(-1).right).toBeLessThanOrEqual(phone.width);
    await line.evaluate((one) => one.scrollTo({ left: 0 }));
    await page.locator('.settings .choices.more-after:not(.more-before)').waitFor();
  });

  it('omits the title of the names if it would repeat the tab above it', async () => {
    const page = await dashboard.open('/?range=30d');
    await complete(page);
    const title = (panel: string, text: string) =>
      page.getByRole('region', { name: panel }).getByRole('columnheader', { name: text, exact: true }).first();
    const heightOf = async (panel: string, text: string) =>
      (await title(panel, text).locator('span').boundingBox())?.height;
    for (const [panel, text] of [
      ['Sources', 'Referrers'],
      ['Pages', 'Pages'],
      ['Devices', 'Devices'],
      ['Events', 'Events'],
    ] as const)
      expect([panel, await heightOf(panel, text)]).toEqual([panel, 1]);
    expect(await heightOf('Frustration', 'Pages')).toBeGreaterThan(10);
  });

  it.each(['sources', 'pages'])(
    'has the titles of all columns in one line of a drawer on a phone: %s',
    async (open) => {
      const page = await dashboard.open(`/?range=7d&all=${open}`, { viewport: phone });
      await page.locator('dialog tbody tr').first().waitFor();
      const heights = await page
        .locator('dialog thead th:not(:has(.hidden))')
        .evaluateAll((all) =>
          all.map((one) => [one.getBoundingClientRect().top, (one.firstElementChild ?? one).scrollHeight]),
        );
      expect(new Set(heights.map(([top]) => top)).size).toBe(1);
      expect(Math.max(...heights.map(([, height = 0]) => height))).toBeLessThanOrEqual(32);
    },
  );

  it('keeps the reason of a failure within its panel', async () => {
    const page = await dashboard.open('about:blank', { viewport: phone });
    const message = `The path /${'long'.repeat(40)} cannot be searched`;
    await refused(page, '**/analytics/breakdown?by=source&*', message);
    await page.goto('/?range=7d');
    const fault = page.locator('.panel .fault');
    await fault.waitFor();
    expect(await fault.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  it('opens a long list of workspaces where the chosen one is', async () => {
    const page = await dashboard.open('about:blank');
    await altered(page, '**/admin/v1/me', ({ data, ...rest }) => {
      const [own] = data.workspaces;
      const others = Array.from({ length: 60 }, (_, index) => ({ ...own, workspaceId: `ws_${index}` }));
      return { ...rest, data: { ...data, workspaces: [...others, own] } };
    });
    await page.goto(`/?site=${dashboard.workspaceId}`);
    await page.locator('.workspaces > button').click();
    const chosen = page.locator('.workspaces [aria-current=true]');
    await chosen.waitFor();
    const distance = await chosen.evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return Math.min(top, innerHeight - bottom);
    });
    expect(distance).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('has space for the names in a drawer with a goal', async () => {
    const path = `/workspaces/${dashboard.workspaceId}/goals`;
    const { goalId } = await dashboard.administer('POST', path, { name: 'Signed up', type: 'signup' });
    const page = await dashboard.open('about:blank');
    for (const open of ['pages', 'sources']) {
      await page.goto(`/?range=30d&goal=${goalId}&all=${open}`);
      await page.locator('dialog thead th', { hasText: 'Conversion rate' }).waitFor();
      for (const width of [1280, 1000, 800]) {
        await page.setViewportSize({ width, height: 900 });
        const name = await page.locator('dialog tbody th').first().boundingBox();
        expect([open, width, Number(name?.width) > 120]).toEqual([open, width, true]);
        expect(await page.locator('dialog').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      }
    }
    await dashboard.administer('DELETE', `/goals/${goalId}`);
  });

  it('does not move the page behind a drawer', async () => {
    const page = await dashboard.open('/?range=30d');
    await complete(page);
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    const position = () =>
      page.evaluate(() => [scrollY, document.querySelector('.overview')?.getBoundingClientRect().toJSON()]);
    const before = await position();
    await page.keyboard.press('/');
    await page.locator('dialog tbody tr').first().waitFor();
    expect(await position()).toEqual(before);
    expect(await page.locator('dialog').evaluate((one) => innerWidth - one.getBoundingClientRect().right)).toBe(0);
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 400);
    await page.locator('dialog').evaluate((one) => one.scrollTo(0, 1));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await position()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await position()).toEqual(before);
  });

  it('prints the figures in the light theme without controls, and only the drawer if one is open', async () => {
    const page = await dashboard.open('/?range=30d&theme=dark');
    await complete(page);
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string) => page.locator(selector).filter({ visible: true }).count();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    expect(await shown('button, select, .explore')).toBe(await shown('.top button, .tile button'));
    expect(await shown('.panel')).toBe(6);
    await page.goto('/?range=30d&all=pages');
    await page.locator('dialog tbody tr').first().waitFor();
    expect([await shown('.panel'), (await shown('dialog tbody tr')) > 0]).toEqual([0, true]);
    await page.goto('/?range=30d&all=funnel&step=path:is:/&step=type:is:signup');
    await page.locator('dialog .choices button').first().waitFor({ state: 'attached' });
    await page.locator('dialog .funnel b').nth(1).waitFor();
    expect([await shown('dialog .funnel b'), await shown('dialog :is(a, button, input)')]).toEqual([2, 0]);
  });

  it('prints the chart within its card, as large as the page of paper allows', async () => {
    const page = await dashboard.open('about:blank', { viewport: { width: 1280, height: 900 } });
    // Sizes are not observed while a page is laid out for paper.
    await page.addInitScript(() => (ResizeObserver.prototype.observe = () => undefined));
    await page.goto('/?range=30d');
    await complete(page);
    await page.locator('.chart svg').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 1000 });
    const { chart, texts, card } = await page.locator('.overview').evaluate((one) => {
      const boxOf = (element: Element | null) => element?.getBoundingClientRect().toJSON();
      return {
        chart: boxOf(one.querySelector('.chart svg')),
        texts: [...one.querySelectorAll('.chart text')].map(boxOf),
        card: boxOf(one),
      };
    });
    expect(chart.width).toBeGreaterThan(card.width - 60);
    for (const { left, right, top, bottom } of [chart, ...texts]) {
      expect(left).toBeGreaterThan(card.left);
      expect(right).toBeLessThan(card.right);
      expect(top).toBeGreaterThan(card.top);
      expect(bottom).toBeLessThan(card.bottom);
    }
  });

  it('shows a path in full, or cuts it in the middle between two characters, unless its letters are written from right to left', async () => {
    const paths = [
      '/docs/start',
      `/مرحبا/${'بالعالم/'.repeat(20)}نهاية`,
      `/${'👍'.repeat(200)}`,
      `/${'👍🏽'.repeat(100)}`,
      `/उत्पाद/${'बहुत-लंबा-'.repeat(20)}/अंत`,
      `/${'e\u0301\u0323'.repeat(100)}`,
      '/مرحبا/x',
    ];
    const page = await dashboard.open('about:blank');
    await altered(page, '**/analytics/breakdown?by=path&*', ({ data, ...rest }) => ({
      ...rest,
      data: paths.map((path) => ({ ...data[0], path })),
      total: paths.length,
    }));
    await page.goto('/?range=30d');
    const panel = page.locator('.panel').nth(1);
    for (const path of paths) await panel.getByRole('link', { name: path, exact: true }).waitFor();
    expect(await panel.locator('.name').allTextContents()).toEqual(paths);
    const parts = await panel.locator('.name').evaluateAll((names) =>
      names.map((name) =>
        [...name.querySelectorAll('span')].map((part) => ({
          text: part.textContent,
          left: part.getBoundingClientRect().left,
        })),
      ),
    );
    expect(parts.map(({ length }) => length)).toEqual([0, 0, 2, 2, 2, 2, 0]);
    const charactersOf = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
    for (const [head, tail] of parts.filter(({ length }) => length > 0)) {
      expect(tail?.left).toBeGreaterThan(head?.left ?? Infinity);
      // Neither part has a character that the whole path does not have.
      const [texts, whole] = [[head, tail].map((part) => part?.text ?? ''), `${head?.text}${tail?.text}`];
      expect(texts.flatMap(charactersOf)).toEqual(charactersOf(whole));
    }
    // The direction of a short path is that of a long one.
    expect(await panel.locator('.name').last().locator('> bdi').getAttribute('dir')).toBe('ltr');
  });

  it('keeps the segments of a path in their order in lists, filters and funnels, whatever the direction of their letters', async () => {
    const path = '/שלום/עולם/2026/11';
    const page = await dashboard.open('about:blank');
    await altered(page, '**/analytics/breakdown?by=path&*', ({ data, ...rest }) => ({
      ...rest,
      data: [{ ...data[0], path }],
      total: 1,
    }));
    const condition = `path:is:${encodeURIComponent(path)}`;
    await page.goto(`/?range=30d&filter=${condition}&all=funnel&step=${condition}`);
    for (const shown of [
      page.locator('.panel').nth(1).locator('.name'),
      page.locator('.chip bdi'),
      page.locator('dialog .funnel .what'),
      page.locator('dialog .choices button').first(),
    ]) {
      await shown.waitFor();
      const positions = await shown.evaluate((whole, segments) => {
        const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
        const lefts = new Map<string, number>();
        while (walker.nextNode()) {
          const text = walker.currentNode.textContent ?? '';
          for (const segment of segments.filter((one) => text.includes(one))) {
            const range = document.createRange();
            range.setStart(walker.currentNode, text.indexOf(segment));
            range.setEnd(walker.currentNode, text.indexOf(segment) + segment.length);
            lefts.set(segment, range.getBoundingClientRect().left);
          }
        }
        return segments.map((segment) => lefts.get(segment) ?? NaN);
      }, path.split('/').slice(1));
      expect(positions).toEqual(positions.toSorted((one, other) => one - other));
      expect(positions).not.toContain(NaN);
    }
  });

  it('omits figures rather than paths where two panels are next to each other in a narrow window', async () => {
    const page = await dashboard.open('/?range=30d', { viewport: { width: 940, height: 900 } });
    await complete(page);
    const heads = page.locator('.panel').nth(1).locator('thead th:visible');
    expect(await heads.allTextContents()).toEqual(['Pages', 'Visitors']);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await heads.allTextContents()).toEqual(['Pages', 'Visitors', 'Time on page', 'Scroll depth']);
  });

  it('draws the bars of the rows at their final length before the visitors of the range are known', async () => {
    const page = await dashboard.open('about:blank');
    const respond = await hold(page, '**/analytics/overview?*');
    await page.goto('/?range=30d');
    const panel = page.locator('.panel').first();
    await panel.locator('tbody tr').first().waitFor();
    const widths = () => panel.locator('.bar').evaluateAll((bars) => bars.map((bar) => bar.clientWidth));
    const before = await widths();
    respond();
    await complete(page);
    await panel.locator('.share', { hasText: '%' }).first().waitFor();
    expect(await widths()).toEqual(before);
  });

  it.each([1280, 390])(
    'moves nothing of the live page and states no figure before there is one: %d px',
    async (width) => {
      const page = await dashboard.open('/settings', { viewport: { ...phone, width } });
      const respond = await hold(page, '**/analytics/realtime?*');
      await page.goto('/live');
      await page.locator('.now .bars').waitFor();
      const positions = () =>
        page
          .locator('.now, .now > *, .bars > *, .ends')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const before = await positions();
      const isFooterBelow = () =>
        page.locator('.bottom').evaluate((one) => one.getBoundingClientRect().top >= window.innerHeight);
      expect(await isFooterBelow()).toBe(true);
      // Those of the last five minutes are known from the header of the page before.
      expect((await page.locator('.bars p').textContent())?.trim()).toBe('');
      expect(await page.locator('.bars rect').count()).toBe(0);
      respond();
      await page.locator('.panels').waitFor();
      await page.locator('.now b').waitFor();
      expect(await positions()).toEqual(before);
      expect(await isFooterBelow()).toBe(true);
    },
  );

  it('keeps the last line at the bottom of a short page', async () => {
    const page = await dashboard.open('/settings/people', { viewport: { width: 1280, height: 1600 } });
    await page.locator('form').waitFor();
    const { bottom, height } = await page
      .locator('.bottom')
      .evaluate((one) => ({ bottom: one.getBoundingClientRect().bottom, height: window.innerHeight }));
    expect(bottom).toBe(height);
  });

  it('keeps the chosen tab visible when an element appears next to the tabs', async () => {
    const goal = { name: 'Signup', type: 'signup' };
    const { goalId } = await dashboard.administer('POST', `/workspaces/${dashboard.workspaceId}/goals`, goal);
    const page = await dashboard.open('about:blank', { viewport: phone });
    const respond = await hold(page, '**/analytics/goals?*');
    await page.goto('/?range=30d&tab-events=goals');
    const panel = page.locator('.panel').nth(4);
    await panel.locator('.tabs [aria-current=true]').waitFor();
    respond();
    await panel.locator('select').waitFor();
    await page.waitForFunction(() => {
      const line = document.querySelectorAll('.panel')[4]?.querySelector('.tabs');
      const tab = line?.querySelector('[aria-current=true]')?.getBoundingClientRect();
      const { left = 0, right = 0 } = line?.getBoundingClientRect() ?? {};
      return tab !== undefined && tab.left >= left - 1 && tab.right <= right + 1;
    });
    await dashboard.administer('DELETE', `/workspaces/${dashboard.workspaceId}/goals/${goalId}`);
  });

  it('has the range buttons and a label for current visitors on a phone, and no key hints', async () => {
    const page = await dashboard.open('/?range=7d', { viewport: phone, hasTouch: true, isMobile: true });
    await complete(page);
    await page.getByRole('link', { name: /^\d+ ?online$/ }).waitFor();
    const { first } = daysOf('7d', Date.now());
    const earlier = page.getByRole('link', { name: 'Previous range', exact: true });
    const { x = 0, width = 0 } = (await earlier.boundingBox()) ?? {};
    expect([x > 0, x + width <= phone.width]).toEqual([true, true]);
    await earlier.tap();
    expect((await addressOf(page)).searchParams.get('range')).toBe(`${addDays(first, -7)}..${addDays(first, -1)}`);
    await page.locator('.range .popup > button').tap();
    await page.locator('.popped').getByRole('link', { name: 'Today' }).waitFor();
    expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.locator('.popped').getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    expect(dashboard.problems()).toEqual([]);
  });

  it('keeps the dates of the axis within the card, without overlaps', async () => {
    const { last } = daysOf('7d', Date.now());
    const page = await dashboard.open('about:blank', { viewport: phone });
    for (const range of [
      'yesterday',
      '7d',
      '30d',
      `${addDays(last, -400)}..${last}`,
      `${addDays(last, -400)}..${last}&by=month`,
    ]) {
      await page.goto(`/?range=${range}`);
      for (const width of [1280, 1000, 720, 390, 320]) {
        await page.setViewportSize({ ...phone, width });
        // The chart adapts to its new size in a later frame.
        await page.waitForFunction(() => {
          const drawn = document.querySelector<SVGSVGElement>('.chart svg');
          return drawn !== null && drawn.viewBox.baseVal.width === drawn.parentElement?.clientWidth;
        });
        const { gaps, space } = await page.locator('.chart').evaluate((chart) => {
          const dates = [...chart.querySelectorAll('.tick[text-anchor]')].map((date) => date.getBoundingClientRect());
          const card = chart.closest('.card')?.getBoundingClientRect().right ?? 0;
          return {
            gaps: dates.slice(1).map(({ left }, index) => left - (dates[index]?.right ?? 0)),
            space: card - (dates.at(-1)?.right ?? card),
          };
        });
        expect([range, width, Math.min(...gaps) > 3, space > 0]).toEqual([range, width, true, true]);
        expect(gaps.length).toBeLessThan(8);
      }
    }
  });
}
