/** The size of the dashboard: what a reader of figures loads before the map. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const figuresBytesMax = 30_000;
/** Loaded with the first page that is not about figures: signing in, getting started, settings. */
const administrationBytesMax = 5_000;

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
      .map((name) => gzipSync(readFileSync(join(assets, name)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0);

  it('has at most 30 kB of script and styles for everything with figures, compressed', () => {
    expect(sizeOf(/^index-.*\.(js|css)$/)).toBeLessThanOrEqual(figuresBytesMax);
  });

  it('has nothing else but administration, the map and the definitions', () => {
    expect(sizeOf(/^administration-/)).toBeLessThanOrEqual(administrationBytesMax);
    const others = readdirSync(assets).filter((name) => !/^(index|administration|icon)-/.test(name));
    expect(others.map((name) => name.replace(/-[\w-]{8}\./, '.'))).toEqual(['definitions.json', 'world-map.json']);
  });

  it('loads nothing from elsewhere, and has nothing inline', () => {
    const page = readFileSync(join(site, 'index.html'), 'utf8');
    expect(page).not.toMatch(/(src|href)="(?!\/assets\/)/);
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)/);
  });
});
