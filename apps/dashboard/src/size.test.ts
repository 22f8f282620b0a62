/** The size of the dashboard: the files that figures wait for, and each script that is loaded later. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The limit for the script and styles that figures wait for, together. */
const firstBytesMax = 30_000;
/** The limit for the styles of the scripts below, in one file. */
const laterStylesBytesMax = 2_300;
/** The limit for each script that is loaded on demand, or when the browser is idle. */
const laterBytesMax: Readonly<Record<string, number>> = {
  administration: 9_350,
  explanation: 550,
  'share-page': 700,
  'world-map': 1_200,
  csv: 500,
  exploring: 8_450,
  'live-page': 2_000,
  forms: 2_300,
};

describe('the built dashboard', () => {
  const site = mkdtempSync(join(tmpdir(), 'footfall-site-'));
  const assets = join(site, 'assets');

  beforeAll(() => {
    execFileSync(process.execPath, [join(__dirname, '../build/build.mjs'), site]);
  });
  afterAll(() => rmSync(site, { recursive: true }));

  const sizeOf = (pattern: RegExp) =>
    readdirSync(assets)
      .filter((name) => pattern.test(name))
      .map((name) => gzipSync(readFileSync(join(assets, name)), { level: 9, memLevel: 9 }).length)
      .reduce((sum, size) => sum + size, 0);

  it('has at most 30,000 bytes of script and styles that figures wait for, compressed', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    expect(
      [...page.matchAll(/assets\/([\w-]+)-[\w-]{8}\.(js|css)/g)].map(([, name, type]) => `${name}.${type}`),
    ).toEqual(['index.js', 'index.css', 'print.css']);
    // No figure waits for a style sheet that is not for screens.
    expect(page).toMatch(/<link[^>]*print-[^>]* media="print"/);
    const script = readFileSync(
      join(assets, readdirSync(assets).find((name) => /^index.*js$/.test(name)) ?? ''),
      'utf8',
    );
    // The first script imports no other.
    expect(script).not.toMatch(/\bfrom *["']\.|import *["']\./);
    expect(sizeOf(/^index-.*\.(js|css)$/)).toBeLessThanOrEqual(firstBytesMax);
  });

  it.each(Object.entries(laterBytesMax))(
    'has a script %s of at most %d bytes that is loaded later',
    (name, bytesMax) => {
      expect(sizeOf(new RegExp(`^${name}-.*\\.js$`))).toBeLessThanOrEqual(bytesMax);
    },
  );

  it('has one file of styles that is loaded later', () => {
    expect(sizeOf(/^later-.*\.css$/)).toBeLessThanOrEqual(laterStylesBytesMax);
  });

  it('has no other files except those that are loaded on demand', () => {
    const names = readdirSync(assets).map((name) => name.replace(/-[\w-]{8}\./, '.'));
    const scripts = Object.keys(laterBytesMax).map((name) => `${name}.js`);
    expect(names.toSorted()).toEqual(
      [
        'definitions.json',
        'icon.svg',
        'index.css',
        'index.js',
        'later.css',
        'print.css',
        'snippets.json',
        'world-map.json',
        ...scripts,
      ].toSorted(),
    );
  });

  it('loads nothing from other origins, and contains no inline scripts or styles', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    expect(page).not.toMatch(/(src|href)="(?!\/assets\/)/);
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
  });
});
