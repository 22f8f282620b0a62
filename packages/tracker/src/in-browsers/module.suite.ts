/** The npm module from its tarball: on a server, in a strict project, and bundled into a page. */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describeTracker } from './browser.fixture.ts';
import { openProject, type Project } from './packed-module.fixture.ts';
import { noticed } from './sending.fixture.ts';
import type { Workspace } from './workspace.fixture.ts';

let project: Project;

beforeAll(async () => {
  project = await openProject();
});

afterAll(() => project.remove());

const onAServer = `
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';

const before = Reflect.ownKeys(globalThis);
const original = globalThis.fetch;
let requests = 0;
globalThis.fetch = () => requests++;
const { init, pageview, track } = await import('@footfall/tracker');

function render() {
  const props = { plan: 'pro' };
  track('before', props);
  init({ key: 'pk_live_0', endpoint: 'https://in.example.com', storage: 'local' });
  track('after', props);
  pageview();
  return new WeakRef(props);
}

const props = render();
await setImmediate();
gc();
assert.equal(props.deref(), undefined, 'an event is kept in memory');
assert.equal(requests, 0);
globalThis.fetch = original;
assert.deepEqual(Reflect.ownKeys(globalThis), before);
console.log('done');
`;

const strictUse = `
import { type Footfall, init, type Options, pageview, type Props, track } from '@footfall/tracker';

const options: Options = { key: 'pk_live_0', endpoint: '/stats', hash: true, storage: 'local', dnt: true, auto: false };
const props: Props = { plan: 'pro', euros: 4, yearly: true };
init(options);
track('signup', props);
track('signup');
pageview();
interface Order { total: number; coupon?: string | undefined; note: string | null }
const order: Order = { total: 4, note: null };
track('purchase', order);
declare const footfall: Footfall;
footfall.track('purchase', order);
const plan: string | undefined = undefined;
track('signup', { plan, seats: null });
init({ key: 'pk_live_0', endpoint: '/stats', hash: undefined, query: undefined, storage: undefined, dnt: undefined, debug: undefined, auto: undefined, exclude: undefined });
interface Nested { order: Order }
const nested: Nested = { order };
// @ts-expect-error: props are flat
track('purchase', nested);
// @ts-expect-error: props have names
track('signup', 'pro');
// @ts-expect-error: props have names
track('signup', ['pro']);
// @ts-expect-error: it has to know where to send
init({ key: 'pk_live_0' });
// @ts-expect-error: props are flat
track('signup', { plan: { name: 'pro' } });
// @ts-expect-error: there is one place to keep things in
init({ ...options, storage: 'cookie' });
`;

const strictConfig = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
};

const inAPage = `
import { init, track } from '@footfall/tracker';
track('early', { from: 'the module' });
init(window.options);
// A component that renders again calls it again.
init(window.options);
document.querySelector('button').onclick = () => {
  track('chosen', { plan: 'pro' });
  history.pushState(null, '', '/thanks');
};
`;

describe('The npm module', () => {
  it('packs its JavaScript and types, and nothing else', () => {
    const others = project.packedFiles.filter((name) => !/^(features\/)?[\w-]+(\.js|\.d\.ts)$/.test(name));
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
    expect(project.packedFiles).not.toContain('script.js');
    const { exports, ...manifest } = project.packageJson;
    expect(Object.keys(manifest)).toEqual(['name', 'version', 'description', 'type', 'license', 'sideEffects']);
    expect(exports).toEqual({ '.': { types: './module.d.ts', default: './module.js' } });
    // A link out of the package is dead there.
    expect(project.readme).not.toContain('](.');
  });

  it('can be imported where there is no fetch, as in tests with jsdom', async () => {
    const code = `delete globalThis.fetch; await import('@footfall/tracker'); console.log('done');`;
    await project.write('no-fetch.mjs', code);
    await expect(project.node('no-fetch.mjs')).resolves.toBe('done\n');
  });

  it('does nothing on a server: sends nothing, stores nothing, and lets the process end', async () => {
    await project.write('server.mjs', onAServer);
    await expect(project.node('--expose-gc', 'server.mjs')).resolves.toBe('done\n');
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types for a strict project with module %s, resolved as %s', async (module, moduleResolution) => {
    await project.write('use.ts', strictUse);
    const compilerOptions = { ...strictConfig, module, moduleResolution };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    await expect(project.tsc('-p', 'tsconfig.json')).resolves.toBe('');
  });
});

describeTracker('The npm module', (rig) => {
  let workspace: Workspace;
  let page: Page;
  let seen: string[];

  beforeEach(async () => {
    workspace = await rig.workspace();
    page = await (await rig.visitor()).newPage();
    seen = noticed(page);
  });

  async function visit(head = '', given: object = {}): Promise<void> {
    const { outputFiles } = await build({
      stdin: { contents: inAPage, resolveDir: project.folder },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const options = JSON.stringify({ key: workspace.publicKey, endpoint: rig.ingestUrl, ...given });
    const { url } = rig.sites.serve('shop.test', {
      '/': `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${head}<button>Choose</button>
        <script>options = ${options}</script><script type="module">${outputFiles[0]?.text}</script>`,
    });
    await page.goto(`${url}/`);
  }

  it.each(['Object.freeze(history)', "Object.defineProperty(window, 'fetch', { writable: false })"])(
    'does not disturb a page that it cannot observe: %s',
    async (code) => {
      await visit(`<script>${code}</script>`);
      await page.click('button');
      expect(await page.evaluate(() => location.pathname)).toBe('/thanks');
      expect(seen).toEqual([]);
    },
  );

  it.each(['key', 'endpoint'])('names the option in a warning if %s is undefined', async (name) => {
    const warned: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
    await visit('', { [name]: undefined });
    await page.click('button');
    const warning = `Footfall measures nothing: ${name} must be a string, got undefined`;
    // The page calls `init` twice.
    expect(warned).toEqual([warning, warning]);
    expect(seen).toEqual([]);
    expect(workspace.requests()).toEqual([]);
  });

  it('counts page views and events of a page that bundles it, including those before init', async () => {
    await visit();
    await workspace.accepted(1, 'early');
    await page.click('button');
    await workspace.accepted(2, '$pageview');
    await page.close();
    await workspace.accepted(1, 'chosen');

    await expect(workspace.counted()).resolves.toMatchObject({ $pageview: 2, early: 1, chosen: 1 });
    await expect(workspace.read('pages')).resolves.toMatchObject({
      data: [
        { path: '/', title: 'Shop', pageviews: 1 },
        { path: '/thanks', title: 'Shop', pageviews: 1 },
      ],
    });
    expect(workspace.sent('early')).toMatchObject([{ props: { from: 'the module' } }]);
  });
});
