/** The size of the dashboard: all that is loaded before the map. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** 30 kB, as of 1,024 bytes. */
const bytesMax = 30 * 1024;

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

  it('has at most 30 kB of script and styles, compressed', () => {
    expect(sizeOf(/\.(js|css)$/)).toBeLessThanOrEqual(bytesMax);
  });

  it('has one script, one style sheet, and beside them what is loaded when it is looked at', () => {
    const names = readdirSync(assets).map((name) => name.replace(/-[\w-]{8}\./, '.'));
    expect(names.toSorted()).toEqual([
      'definitions.json',
      'icon.svg',
      'index.css',
      'index.js',
      'snippets.json',
      'world-map.json',
    ]);
  });

  it('loads nothing from elsewhere, and has nothing inline', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    expect(page).not.toMatch(/(src|href)="(?!\/assets\/)/);
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
  });
});
