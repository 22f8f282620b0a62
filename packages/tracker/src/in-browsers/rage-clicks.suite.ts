/** Rage clicks: which bursts count and which do not. */
import type { Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { pass } from './engagement.fixture.ts';

type Point = readonly [x: number, y: number];

const size = 200;
/** Returns the `at`th of several boxes, in rows of five. */
const box = (tag: string, content: string, style = '', at = 0) => {
  const [left, top] = cornerOf(at);
  return `<${tag} id="it" style="position:fixed;left:${left}px;top:${top}px;width:${size}px;height:${size}px;${style}">${content}</${tag}>`;
};
const cornerOf = (at: number): Point => [(at % 5) * size, Math.floor(at / 5) * size];
const placeOf = (at: number): Point => {
  const [left, top] = cornerOf(at);
  return [left + 50, top + 50];
};
/** Returns a shadow root with a button, as components have it. */
const inShadow = (content: string) =>
  `<template shadowrootmode="open"><button style="width:200px;height:200px">${content}</button></template>`;
const button = box('button', 'Pay now');
const place = placeOf(0);

async function clicks(page: Page, ...points: readonly Point[]): Promise<void> {
  for (const [x, y] of points) await page.mouse.click(x, y);
}

describeTracker('Rage clicks', (rig) => {
  /** Opens a tab in which all clicks happen at the same time, however long the machine takes. */
  const visitAtOnce = async (url: string) => {
    const context = await rig.visitor();
    await context.addInitScript(() => {
      let nowMs = 1_000;
      Object.defineProperty(Event.prototype, 'timeStamp', { get: () => nowMs });
      window.pass = (ms) => void (nowMs += ms);
    });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };
  const open = async (body: string) => {
    const workspace = await rig.workspace();
    const { url } = rig.sites.serve('rage.test', { '*': workspace.page({ body }) });
    const page = await visitAtOnce(`${url}/pay`);
    await workspace.accepted(1, '$pageview');
    const rages = async () => (await workspace.settled(page))['$rage_click'] ?? 0;
    return { workspace, url, page, rages };
  };

  it('are three at one position, each soon after the one before, and count once per burst', async () => {
    const { workspace, page, rages } = await open(button);
    await clicks(page, place, place);
    await expect(rages()).resolves.toBe(0);
    // The pause ended the burst.
    await pass(page, 1_001);
    await clicks(page, place, place, [60, 60], [70, 70], [80, 80], [90, 90], [100, 100]);
    await expect(rages()).resolves.toBe(1);
    expect(workspace.sent('$rage_click')).toMatchObject([{ props: { element: 'button#it' } }]);
  });

  it('name a form by its own ID, not by a field that is named so', async () => {
    const { workspace, page, rages } = await open(
      `<form style="position:fixed;left:0;top:0;width:400px;height:400px;padding:300px"><input name="id"></form>`,
    );
    await clicks(page, place, place, place);
    await expect(rages()).resolves.toBe(1);
    expect(workspace.sent('$rage_click')).toMatchObject([{ props: { element: 'form' } }]);
  });

  it('are close to each other', async () => {
    const { page, rages } = await open(button);
    await clicks(page, [10, 10], [30, 21], [10, 10], [30, 21], [10, 10], [30, 21]);
    await expect(rages()).resolves.toBe(0);
    await clicks(page, [30, 21], [60, 21]);
    await expect(rages()).resolves.toBe(1);
  });

  it('are also found if the page stops every event, in a shadow root, on the button of a component, on a plain element, and on the icon of a button with words', async () => {
    const bodies = [
      `${box('button', 'Pay now', '', 0)}<script>it.onclick = (event) => event.stopImmediatePropagation()</script>`,
      `<div><template shadowrootmode="open">${box('button', 'Pay now', '', 1)}</template></div>`,
      box('div', '<img alt="">', '', 2),
      box('a', 'Next', 'display:block', 3),
      box('button', '<svg width="200" height="150" role="img"><rect width="200" height="150"/></svg> Buy now', '', 4),
      box('own-button', `${inShadow('<slot></slot>')}Next page`, '', 5),
    ];
    const { workspace, page, rages } = await open(bodies.join(''));
    for (const at of bodies.keys()) await clicks(page, placeOf(at), placeOf(at), placeOf(at));
    await expect(rages()).resolves.toBe(bodies.length);
    const elements = workspace.sent('$rage_click').map(({ props }) => props?.['element']);
    expect(elements).toEqual(['button#it', 'button#it', 'div#it', 'a#it', 'button#it', 'button']);
  });

  it('are not counted on controls that people click fast on purpose', async () => {
    const bodies = [
      ['input', ''],
      ['textarea', ''],
      ['canvas', ''],
      ['div', 'Write', '" contenteditable x="'],
      ['label', '<input type="checkbox"> Yes'],
      ['div', '<span>◯</span>', '" role="slider" x="'],
      ['div', '<span>◯</span>', '" role="scrollbar" x="'],
      ['div', '<span>◯</span>', '" role="spinbutton" x="'],
      ['button', ' + '],
      ['button', '›'],
      ['div', '+', '" role="button" x="'],
      ['button', '10'],
      ['button', '<svg width="200" height="200"><path d="M0 0h200v200H0z"/></svg>', '" aria-label="More" x="'],
      ['button', '<svg width="200" height="200"><path d="M0 0h200v200H0z"/></svg>'],
      ['own-button', `${inShadow('<slot></slot>')}+`],
      ['own-slides', `${inShadow('<svg width="200" height="200"><path d="M0 0h200v200H0z"/></svg>')}A slide`],
    ] as const;
    const { page, workspace, rages } = await open(
      [...bodies.entries()].map(([at, [tag, content, style = '']]) => box(tag, content, style, at)).join(''),
    );
    for (const at of bodies.keys()) {
      await clicks(page, placeOf(at), placeOf(at), placeOf(at), placeOf(at));
      await pass(page, 1_001);
    }
    await rages();
    expect(workspace.sent('$rage_click')).toEqual([]);
  });

  it('A16 are not counted if the clicks select text, but again when nothing is selected', async () => {
    const { workspace, page, rages } = await open(
      box('p', 'A paragraph that is marked by three clicks', '', 0) + box('button', 'Pay now', '', 1),
    );
    await clicks(page, [20, 30]);
    await page.mouse.click(20, 30, { clickCount: 3 });
    expect(await page.evaluate(() => String(getSelection()))).toContain('paragraph');
    await expect(rages()).resolves.toBe(0);
    await pass(page, 1_001);
    await page.mouse.click(900, 600);
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await pass(page, 1_001);
    await clicks(page, placeOf(1), placeOf(1), placeOf(1));
    await expect(rages()).resolves.toBe(1);
    expect(workspace.sent('$rage_click')).toMatchObject([{ props: { element: 'button#it' } }]);
  });

  it('are not counted by keyboard or script', async () => {
    const { page, rages } = await open(button);
    await page.focus('#it');
    for (let at = 0; at < 4; at++) await page.keyboard.press('Enter');
    await page.evaluate(() => {
      for (let at = 0; at < 4; at++) document.getElementById('it')?.click();
    });
    await expect(rages()).resolves.toBe(0);
  });
});
