/** The limits of the scripts for browsers, and the things that they must not contain. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, runInContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { scripts } from './bundle.ts';
import { bundling, pack } from './bundling.ts';

/** The sizes with gzip -9. Implementations differ by a few bytes: the limits of the script tag's sizes, 1,500 and 3,850, hold for all of them. */
const bytesMax = { 'tracker.core.js': 1_496, 'with behaviour': 3_100, 'tracker.js': 3_846 };
const each = Object.entries(scripts);

/** Builds the core with engagement, scroll depth, dead and rage clicks, and nothing else. */
async function withBehaviour(): Promise<string> {
  const { outputFiles } = await build({
    ...bundling(false),
    plugins: [
      {
        name: 'only behaviour',
        setup(builder) {
          builder.onLoad({ filter: /[/\\]extras\.ts$/ }, ({ path }) => ({
            loader: 'ts',
            resolveDir: dirname(path),
            contents: `
              import { deadClicks } from './features/dead-clicks.ts';
              import { engagement } from './features/engagement.ts';
              import { rageClicks } from './features/rage-clicks.ts';
              export const features = [engagement, rageClicks, deadClicks];
              export const declaredEvents = () => {};
              export const identify = declaredEvents;
              export const keepQueue = declaredEvents;
              export const isExcluded = () => false;
              export const routed = (href: string) => href;`,
          }));
        },
      },
    ],
  });
  return pack(outputFiles[0]?.text ?? '');
}

/** Builds the scripts in another process and another directory. */
function buildElsewhere(): unknown {
  const at = (path: string) => pathToFileURL(fileURLToPath(new URL(path, import.meta.url))).href;
  const program = `import { scripts } from '${at('./bundle.ts')}'; process.stdout.write(JSON.stringify(scripts));`;
  const args = ['--conditions=source', '--import', at('../../../../scripts/run-source.mjs')];
  const output = execFileSync(process.execPath, [...args, '--input-type=module', '--eval', program], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

describe('The scripts', () => {
  it('are small: with gzip -9 the core has at most 1,500 bytes, with behaviour 3,100, and the full script 3,850, whatever compresses them', async () => {
    const all: Record<string, string> = { ...scripts, 'with behaviour': await withBehaviour() };
    const bytes = Object.fromEntries(
      Object.keys(bytesMax).map((name) => [name, gzipSync(all[name] ?? '', { level: 9 }).length]),
    );
    const tooLarge = Object.entries(bytesMax).filter(([name, max]) => (bytes[name] ?? Infinity) > max);
    expect({ bytes, tooLarge }).toEqual({ bytes, tooLarge: [] });
  });

  it('are the same bytes on every machine that builds them', () => {
    expect(buildElsewhere()).toEqual(scripts);
  });
});

describe.each(each)('%s', (_, script) => {
  it('parses as a classic script, in the JavaScript of 2022', () => {
    expect(() => new Script(script)).not.toThrow();
    const latest = transformSync(script, { target: 'esnext' }).code;
    expect(transformSync(script, { target: 'es2022' }).code).toBe(latest);
  });

  it('declares no global names', () => {
    const page = createContext({ document: {}, fetch });
    const names = Object.getOwnPropertyNames(page);
    runInContext(script, page);
    // Names declared with `let`, `const` or `class` are not properties, but cannot be declared twice.
    runInContext(script, page);
    expect(Object.getOwnPropertyNames(page)).toEqual(names);
  });

  it('evaluates no text as code', () => {
    expect(script).not.toMatch(/\beval\b|\bFunction\b|\bimport\b|set(Timeout|Interval)\(["'`]/);
  });

  it('reads and sets no cookie', () => {
    expect(script).not.toMatch(/cookie/i);
  });

  it('is ASCII only, so that it works with any encoding of the page', () => {
    // oxlint-disable-next-line no-control-regex -- the range is intended.
    expect(script).toMatch(/^[\x00-\x7f]+$/);
  });
});
