/** Hand-made interactions, each with its number of dead clicks: the reference for the judge of dead clicks. */
import type { Page } from 'playwright-core';

export interface Interaction {
  name: string;
  /** The number of dead clicks. */
  dead: number;
  body: string;
  /** The actions of the visitor; by default one click on `#it`. */
  act?: (page: Page) => Promise<unknown>;
  /** An expression in the page that is true once the visitor may begin; by default at once. */
  ready?: string;
  /** How the page is left: for `/other`, or for a page that never loads. */
  leaves?: 'at once' | 'slowly';
}

const button = '<button id="it">Go</button>';

/** Returns a page with `#it`, which runs `script` on an event of `type`, and an empty `#out`. */
function on(script: string, body = button, type = 'click'): string {
  return `${body}<p id="out"></p><script>it.addEventListener('${type}', (event) => { ${script} })</script>`;
}

/** Returns a page that changes by itself every `everyMs`; `ticks` counts. */
function ticking(everyMs: number, script: string, body: string): string {
  return `${body}<p id="tick">0</p><script>let ticks = 0; setInterval(() => { ticks++; ${script} }, ${everyMs})</script>`;
}

const twice = (first: string, second: string) => async (page: Page) => {
  await page.click(first);
  await page.click(second);
};
const key = (name: string) => async (page: Page) => {
  await page.focus('#it');
  await page.keyboard.press(name);
};
const force = (page: Page) => page.click('#it', { force: true });
const ready = 'ticks > 4';
const text = 'tick.textContent = ticks';
const replaced = 'tick.remove(); document.body.insertAdjacentHTML("beforeend", `<p id="tick">${ticks}</p>`)';
const toggled = 'document.body.classList.toggle("odd")';
const late = 'setTimeout(() => (out.textContent = "Done"), 300)';
const shadow = (script: string) =>
  `<x-card></x-card><script>
    customElements.define('x-card', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<button id="it">Go</button><i>0</i>';
        this.shadowRoot.querySelector('button').onclick = () => { ${script} };
      }
    })</script>`;
const tall = '<div style="height:3000px"></div>';

export const interactions: readonly Interaction[] = [
  // Nothing happens.
  { name: 'broken button', dead: 1, body: button },
  { name: 'broken button whose handler throws', dead: 1, body: on('throw new Error("broken")') },
  { name: 'broken button by keyboard', dead: 1, body: button, act: key('Enter') },
  { name: 'A16 text with an onclick that fails', dead: 1, body: '<p id="it" onclick="broken()">Text</p>' },
  { name: 'A16 text within what has an onclick', dead: 1, body: '<div onclick="broken()"><p id="it">Text</p></div>' },
  { name: 'A16 text with a pointer', dead: 1, body: '<p id="it" style="cursor:pointer">Text</p>' },
  {
    name: 'A16 text within a card with a pointer',
    dead: 1,
    body: '<div style="cursor:pointer"><p id="it">Text</p></div>',
  },
  { name: 'A16 role of a button', dead: 1, body: '<div role="button" style="cursor:default"><b id="it">Go</b></div>' },
  { name: 'A16 role of a link', dead: 1, body: '<div role="link" style="cursor:default"><b id="it">Go</b></div>' },
  { name: 'A16 video without controls', dead: 1, body: '<video id="it" width="300" height="150"></video>' },
  {
    name: 'image without a link',
    dead: 1,
    body: '<img id="it" alt="" width="80" height="80" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  },
  {
    name: 'icon in a broken button',
    dead: 1,
    body: '<button><svg id="it" width="20" height="20"><path d="M0 0h20v20H0z"/></svg></button>',
  },
  { name: 'link to nowhere', dead: 1, body: '<a id="it" href="#">Go</a>' },
  { name: 'link to nowhere by script', dead: 1, body: '<a id="it" href="javascript:void(0)">Go</a>' },
  {
    name: 'link whose handler prevents it and fails',
    dead: 1,
    body: on('event.preventDefault()', '<a id="it" href="/other">Go</a>'),
  },
  {
    name: 'link to a fragment that is shown',
    dead: 1,
    body: '<a id="it" href="#here">Go</a><p id="here">Here</p>',
    act: async (page) => {
      await page.evaluate(() => (location.hash = 'here'));
      await page.click('#it');
    },
  },
  { name: 'button that only logs and stores', dead: 1, body: on('console.log("x"); localStorage.x = "1"') },
  { name: 'aria-disabled button', dead: 1, body: '<button id="it" aria-disabled="true">Go</button>', act: force },
  { name: 'broken button in a shadow root', dead: 1, body: shadow('') },
  { name: 'broken button on a page whose text ticks every 16 ms', dead: 1, body: ticking(16, text, button), ready },
  { name: 'broken button on a page whose text ticks every 100 ms', dead: 1, body: ticking(100, text, button), ready },
  { name: 'broken button on a page whose text ticks every second', dead: 1, body: ticking(1000, text, button), ready },
  { name: 'broken button beside a ticker that replaces nodes', dead: 1, body: ticking(100, replaced, button), ready },
  {
    name: 'broken button beside a ticker that replaces nodes every second',
    dead: 1,
    body: ticking(1000, replaced, button),
    ready,
  },
  { name: 'broken button where a class of body toggles', dead: 1, body: ticking(100, toggled, button), ready },
  {
    name: 'broken button on a page that polls',
    dead: 1,
    // Without waiting for the response, which would arrive at irregular times of the stopped clock.
    body: ticking(400, 'fetch("data:,"); tick.textContent = ticks', button),
    ready,
  },
  {
    name: 'broken button on a page that is drawn each frame',
    dead: 1,
    body: `${button}<p id="tick"></p><script>let ticks = 0; (function draw() { tick.style.left = ++ticks + "px"; requestAnimationFrame(draw) })()</script>`,
    ready,
  },
  {
    name: 'broken button beside a ticker in a shadow root',
    dead: 1,
    body: `${shadow('')}<script>let ticks = 0; setInterval(() => { ticks++; document.querySelector('x-card').shadowRoot.querySelector('i').textContent = ticks }, 100)</script>`,
    ready,
  },
  {
    name: 'two buttons in quick succession of which the second reacts at once',
    dead: 1,
    body: on('out.textContent = "Done"', `<button id="dumb">Go</button>${button}`),
    act: twice('#dumb', '#it'),
  },
  {
    name: 'two buttons in quick succession of which the first reacts at once',
    dead: 1,
    body: on('out.textContent = "Done"', `<button id="dumb">Go</button>${button}`),
    act: twice('#it', '#dumb'),
  },
  { name: 'two broken buttons in turn', dead: 2, body: `<button id="dumb">Go</button>${button}`, act: inTurn },
  {
    name: 'a hundred clicks in a second',
    dead: 1,
    body: `<div style="width:99px;height:99px"><button id="it" style="width:99px;height:99px">Go</button></div>`,
    act: hundredClicks,
  },
  { name: 'the handler stops the event and fails', dead: 1, body: on('event.stopImmediatePropagation()') },

  // It does not look clickable.
  { name: 'A16 plain text', dead: 0, body: '<p id="it">Text that looks like more</p>' },
  { name: 'A16 plain text of a page that listens to clicks', dead: 0, body: on('', '<p id="it">Text</p>') },
  {
    name: 'A16 plain text of a body with an onclick',
    dead: 0,
    body: '<p id="it">Text</p><script>document.body.setAttribute("onclick", "1")</script>',
  },
  { name: 'A16 anchor without address', dead: 0, body: '<a id="it">Go</a>' },
  { name: 'A16 label of nothing', dead: 0, body: '<label id="it">Name</label>' },
  { name: 'A16 role of a heading', dead: 0, body: '<div role="heading" id="it">Go</div>' },

  // Something happens.
  { name: 'A16 copy by the clipboard', dead: 0, body: on('navigator.clipboard.writeText("code").catch(() => {})') },
  {
    name: 'A16 copy of what is no text',
    dead: 0,
    body: on('navigator.clipboard.write([new ClipboardItem({ "text/plain": "code" })]).catch(() => {})'),
  },
  {
    name: 'A16 copy after a moment',
    dead: 0,
    body: on('setTimeout(() => navigator.clipboard.writeText("code").catch(() => {}), 200)'),
  },
  {
    name: 'A16 copy by a command',
    dead: 0,
    body: on(
      'field.select(); document.execCommand("copy"); field.blur()',
      `<input id="field" value="code" readonly>${button}`,
    ),
  },
  {
    name: 'A16 copy by a command that a handler fills in',
    dead: 0,
    body: on(
      'addEventListener("copy", (event) => { event.clipboardData.setData("text/plain", "x"); event.preventDefault() }, { once: true }); document.execCommand("copy")',
    ),
  },
  { name: 'text is set', dead: 0, body: on('out.textContent = "Done"') },
  { name: 'text is set by keyboard', dead: 0, body: on('out.textContent = "Done"'), act: key(' ') },
  {
    name: 'the handler stops the event',
    dead: 0,
    body: on('event.stopImmediatePropagation(); out.textContent = "Done"'),
  },
  {
    name: 'every event is stopped',
    dead: 0,
    body: `${on('out.textContent = "Done"')}<script>for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"]) it.addEventListener(type, (event) => event.stopImmediatePropagation())</script>`,
  },
  { name: 'a class is toggled', dead: 0, body: on('document.body.classList.toggle("dark")') },
  { name: 'a style is set by script', dead: 0, body: on('it.style.color = "red"') },
  {
    name: 'text is set after a promise',
    dead: 0,
    body: on('Promise.resolve().then(() => (out.textContent = "Done"))'),
  },
  {
    name: 'text is set in the next frame',
    dead: 0,
    body: on('requestAnimationFrame(() => (out.textContent = "Done"))'),
  },
  { name: 'text is set after 300 ms', dead: 0, body: on(late) },
  { name: 'text is set after 1,500 ms', dead: 0, body: on('setTimeout(() => (out.textContent = "Done"), 1500)') },
  { name: 'text is set after 300 ms on a page that ticks', dead: 0, body: ticking(16, text, on(late)), ready },
  {
    name: 'text is set at once where the ticker writes',
    dead: 0,
    body: ticking(16, text, on('tick.textContent = "Done"')),
    ready,
  },
  {
    name: 'a layer is added to body after 300 ms where its class toggles',
    dead: 0,
    body: ticking(100, toggled, on('setTimeout(() => document.body.append("Done"), 300)')),
    ready,
  },
  {
    name: 'each of five clicks gets a late response',
    dead: 0,
    body: on('setTimeout(() => (out.textContent = Math.random()), 120)'),
    act: async (page) => {
      await page.mouse.move(20, 25);
      for (let at = 0; at < 5; at++) await hold(page, 100);
    },
  },
  { name: 'a fetch that never gets a response', dead: 0, body: on('fetch("/slow")') },
  { name: 'a fetch after a debounce', dead: 0, body: on('setTimeout(() => fetch("/slow"), 250)') },
  {
    name: 'a fetch on a page that polls',
    dead: 0,
    body: ticking(400, 'fetch("/ok?" + ticks)', on('fetch("/slow")')),
    ready,
  },
  {
    name: 'an XMLHttpRequest that never gets a response',
    dead: 0,
    body: on('const request = new XMLHttpRequest(); request.open("POST", "/slow"); request.send("x")'),
  },
  {
    name: 'a message that a web socket refuses',
    dead: 0,
    body: on('new WebSocket(location.href.replace("http", "ws")).send("x")'),
  },
  { name: 'a beacon', dead: 0, body: on('navigator.sendBeacon("/ok", "x")') },
  { name: 'checkbox', dead: 0, body: '<input id="it" type="checkbox">' },
  { name: 'radio button that is chosen already', dead: 0, body: '<input id="it" type="radio" checked>' },
  { name: 'label of a checkbox', dead: 0, body: '<label id="it"><input type="checkbox"> Yes</label>' },
  { name: 'label of a field elsewhere', dead: 0, body: '<label id="it" for="name">Name</label><input id="name">' },
  { name: 'text field', dead: 0, body: '<input id="it">' },
  { name: 'disabled field', dead: 0, body: '<input id="it" disabled value="x">', act: force },
  { name: 'text area', dead: 0, body: '<textarea id="it"></textarea>' },
  { name: 'select', dead: 0, body: '<select id="it"><option>One<option>Two</select>' },
  { name: 'editable text', dead: 0, body: '<div contenteditable><p id="it">Write here</p></div>' },
  { name: 'details', dead: 0, body: '<details><summary id="it">More</summary>Text</details>' },
  { name: 'video with controls', dead: 0, body: '<video id="it" controls width="300" height="150"></video>' },
  { name: 'canvas', dead: 0, body: '<canvas id="it"></canvas>' },
  { name: 'frame', dead: 0, body: '<iframe id="it" srcdoc="Text"></iframe>' },
  { name: 'slider of the site’s own', dead: 0, body: '<div role="slider" tabindex="0"><span id="it">◯</span></div>' },
  {
    name: 'form that is submitted and prevented',
    dead: 0,
    body: '<form onsubmit="event.preventDefault()"><button id="it">Send</button></form>',
  },
  { name: 'form that is invalid', dead: 0, body: '<form><input required><button id="it">Send</button></form>' },
  {
    name: 'form that is submitted, slowly',
    dead: 0,
    body: '<form action="/slow"><button id="it">Send</button></form>',
    leaves: 'slowly',
  },
  { name: 'dialog', dead: 0, body: `<dialog id="box">Text</dialog>${on('box.showModal()')}` },
  { name: 'popover', dead: 0, body: '<div popover id="box">Text</div><button id="it" popovertarget="box">Go</button>' },
  { name: 'alert', dead: 0, body: on('alert("Done")') },
  { name: 'confirm', dead: 0, body: on('confirm("Sure?")') },
  { name: 'prompt', dead: 0, body: on('prompt("Name")') },
  { name: 'print', dead: 0, body: on('print()') },
  {
    name: 'file chooser',
    dead: 0,
    body: on('const field = document.createElement("input"); field.type = "file"; field.click()'),
  },
  { name: 'menu that opens on pointerdown', dead: 0, body: on('out.textContent = "Menu"', button, 'pointerdown') },
  { name: 'menu that opens on mousedown', dead: 0, body: on('out.textContent = "Menu"', button, 'mousedown') },
  {
    name: 'button that is held',
    dead: 0,
    body: on('out.textContent = "Recording"', button, 'pointerdown'),
    act: async (page) => {
      await page.hover('#it');
      await hold(page, 600);
    },
  },
  {
    name: 'stepper that sets a value',
    dead: 0,
    body: on('count.value = Number(count.value) + 1', `<input id="count" type="number" value="1">${button}`),
  },
  {
    name: 'button that only reports an input',
    dead: 0,
    body: on('it.dispatchEvent(new Event("input", { bubbles: true }))'),
  },
  {
    name: 'button that ticks a box',
    dead: 0,
    body: on('box.checked = true', `<input id="box" type="checkbox">${button}`),
  },
  { name: 'focus on a field', dead: 0, body: on('field.focus()', `<input id="field">${button}`) },
  {
    name: 'button that selects text',
    dead: 0,
    body: on('getSelection().selectAllChildren(code)', `<pre id="code">npm install</pre>${button}`),
  },
  { name: 'double click on a word', dead: 0, body: '<p id="it">Footfall</p>', act: (page) => page.dblclick('#it') },
  {
    name: 'double click on a word that is soon let go',
    dead: 0,
    body: '<p id="it">Footfall</p><input id="field">',
    act: async (page) => {
      await page.dblclick('#it');
      await page.click('#field');
    },
  },
  { name: 'text that is marked', dead: 0, body: '<p id="it">A long sentence of text to mark</p>', act: drag },
  { name: 'click with Control', dead: 0, body: button, act: (page) => page.click('#it', { modifiers: ['Control'] }) },
  { name: 'click with Shift', dead: 0, body: button, act: (page) => page.click('#it', { modifiers: ['Shift'] }) },
  { name: 'click with Alt', dead: 0, body: button, act: (page) => page.click('#it', { modifiers: ['Alt'] }) },
  { name: 'click with Meta', dead: 0, body: button, act: (page) => page.click('#it', { modifiers: ['Meta'] }) },
  { name: 'right click', dead: 0, body: button, act: (page) => page.click('#it', { button: 'right' }) },
  { name: 'middle click', dead: 0, body: button, act: (page) => page.click('#it', { button: 'middle' }) },
  {
    name: 'click by script',
    dead: 0,
    body: button,
    act: (page) => page.evaluate(() => document.getElementById('it')?.click()),
  },
  { name: 'bare background', dead: 0, body: '<p>Text</p>', act: (page) => page.mouse.click(600, 500) },
  { name: 'disabled button', dead: 0, body: '<button id="it" disabled>Go</button>', act: force },
  {
    name: 'click in a shadow root that changes only that',
    dead: 0,
    body: shadow('setTimeout(() => (this.shadowRoot.querySelector("i").textContent = "1"), 200)'),
  },
  {
    name: 'click in a shadow root that the parser made',
    dead: 0,
    body: '<div><template shadowrootmode="open"><button id="it" onclick="setTimeout(() => (this.nextSibling.textContent = 1), 200)">Go</button><i>0</i></template></div>',
  },
  {
    name: 'click in a shadow root that was attached after the page had loaded',
    dead: 0,
    ready: 'box.shadowRoot',
    body: `<div id="box"></div><script>onload = () => setTimeout(() => (box.attachShadow({ mode: 'open' }).innerHTML = '<button id="it" onclick="setTimeout(() => (this.nextSibling.textContent = 1), 200)">Go</button><i>0</i>'), 100)</script>`,
  },
  {
    name: 'page scrolls smoothly for long',
    dead: 0,
    body: on(
      'document.getElementById("end").scrollIntoView({ behavior: "smooth" })',
      `${button}${tall}<p id="end">End</p>`,
    ),
  },
  {
    name: 'back to the top soon after scrolling',
    dead: 0,
    body: on('scrollTo(0, 0)', `${tall}${button}${tall}`),
    act: async (page) => {
      await page.mouse.wheel(0, 2900);
      await page.click('#it');
    },
  },
  {
    name: 'box that scrolls',
    dead: 0,
    body: on(
      'box.scrollBy(100, 0)',
      `<div id="box" style="width:100px;overflow:auto"><div style="width:900px">Text</div></div>${button}`,
    ),
  },
  { name: 'link to the top', dead: 0, body: `${tall}<a id="it" href="#top">Top</a>` },
  { name: 'link to a place in the page', dead: 0, body: `<a id="it" href="#end">End</a>${tall}<p id="end">End</p>` },
  { name: 'link to another page', dead: 0, body: '<a id="it" href="/other">Go</a>', leaves: 'at once' },
  { name: 'link to a slow page', dead: 0, body: '<a id="it" href="/slow">Go</a>', leaves: 'slowly' },
  { name: 'link to a new tab', dead: 0, body: '<a id="it" href="/other" target="_blank">Go</a>', act: openTab },
  {
    name: 'icon in a link to a new tab',
    dead: 0,
    body: '<a href="/other" target="_blank"><svg id="it" width="20" height="20"><path d="M0 0h20v20H0z"/></svg></a>',
    act: openTab,
  },
  { name: 'mail link', dead: 0, body: '<a id="it" href="mailto:hello@example.com">Write</a>' },
  { name: 'download', dead: 0, body: '<a id="it" href="/file" download>Take</a>' },
  {
    name: 'download that a script makes',
    dead: 0,
    body: on(
      'const link = document.createElement("a"); link.href = URL.createObjectURL(new Blob(["x"])); link.download = "x.txt"; link.click()',
    ),
  },
  { name: 'slow page by script', dead: 0, body: on('location.href = "/slow"'), leaves: 'slowly' },
  { name: 'fragment by script', dead: 0, body: on('location.hash = "tab"') },
  { name: 'query of the address by script', dead: 0, body: on('history.replaceState({}, "", "?tab=2")') },
  { name: 'another page of an app', dead: 0, body: on('history.pushState({}, "", "/app")') },
  { name: 'window.open', dead: 0, body: on('window.open("/other")'), act: openTab },
  { name: 'video that starts', dead: 0, body: on('film.play().catch(() => {})', `<video id="film"></video>${button}`) },
  { name: 'video that stops', dead: 0, body: on('film.pause()', `<video id="film"></video>${button}`) },
  { name: 'sound that starts', dead: 0, body: on('new Audio().play().catch(() => {})') },
  {
    name: 'full screen',
    dead: 0,
    body: on('document.body.requestFullscreen()'),
  },
];

export /** Clicks `#it`. Unlike `page.click`, does not wait for a page that never loads. */
async function press(page: Page): Promise<void> {
  const it = page.locator('#it');
  await it.scrollIntoViewIfNeeded();
  const box = await it.boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + Math.min(10, box.height / 2));
}

/** Clicks what opens a tab, and closes that tab: a clock cannot be advanced while one of its pages is being closed. */
async function openTab(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await press(page);
  await (await opened).close();
}

async function inTurn(page: Page): Promise<void> {
  const places = await Promise.all(['#it', '#dumb'].map((selector) => page.locator(selector).boundingBox()));
  for (const place of [...places, ...places]) await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
}

/** Clicks without waiting in between. */
async function hundredClicks(page: Page): Promise<void> {
  await page.hover('#it');
  const clicks = [];
  for (let at = 0; at < 100; at++) clicks.push(page.mouse.down(), page.mouse.up());
  await Promise.all(clicks);
}

/** Holds the button of the mouse down for a time of the page’s clock. */
async function hold(page: Page, ms: number): Promise<void> {
  await page.mouse.down();
  await page.clock.runFor(ms);
  await page.mouse.up();
}

async function drag(page: Page): Promise<void> {
  await page.mouse.move(20, 25);
  await page.mouse.down();
  await page.mouse.move(150, 25, { steps: 5 });
  await page.mouse.up();
}
