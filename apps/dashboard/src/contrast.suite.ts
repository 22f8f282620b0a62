/** The dashboard for people who have chosen more contrast, or their own colours. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';
import type { Dashboard } from './dashboard.fixture.ts';
import { complete, loaded } from './page.fixture.ts';

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const enhanced = JSON.stringify({ runOnly: ['color-contrast-enhanced'], resultTypes: ['violations'] });

export function contrast(dashboard: Dashboard): void {
  it('has text with a contrast of 7:1 if more contrast is requested, in light and dark colours', async () => {
    const page = await dashboard.open('about:blank', { contrast: 'more' });
    for (const path of [
      '/?range=30d&filter=device:is:desktop',
      '/?range=30d&all=sources',
      '/live',
      '/settings/goals',
    ]) {
      await page.goto(path);
      await loaded(page);
      if (path.startsWith('/?')) await complete(page);
      await page.evaluate(axe);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const low = await page.evaluate<string[]>(
          `(async () => (await axe.run(${enhanced})).violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => html + failureSummary)))()`,
        );
        expect([path, colorScheme, low]).toEqual([path, colorScheme, []]);
      }
    }
  });

  it('distinguishes the pressed button of several, and the shades of the map, in forced colours', async () => {
    const page = await dashboard.open('/?range=30d&tab-places=map', { forcedColors: 'active' });
    await complete(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const pressed = page.locator('.switch button[aria-pressed=true]');
    await pressed.waitFor();
    const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colourOf(pressed)).not.toBe(
      await colourOf(page.locator('.switch button[aria-pressed=false]').first()),
    );
    const shades = await page
      .locator('.legend i')
      .evaluateAll((all) => all.map((shade) => getComputedStyle(shade).backgroundColor));
    expect(shades.length).toBeGreaterThan(1);
    expect(new Set(shades).size).toBe(shades.length);
  });
}
