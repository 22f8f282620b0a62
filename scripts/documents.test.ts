/** Documents that nothing compiles: whether they are complete, and say what is so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/adr', () => {
  const files = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d{4}-/.test(name));
  const index = read('docs/adr/README.md');

  it('A29 lists every decision, and says what became of each number that has none', () => {
    const numbers = files.map((name) => Number(name.slice(0, 4)));
    expect(new Set(numbers).size).toBe(files.length);
    for (const name of files) expect(index).toContain(`(${name})`);
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((n) => !numbers.includes(n));
    const explained = [...index.matchAll(/^\| (\d+)(?: to (\d+))? +\|/gm)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at),
    );
    expect(missing.filter((number) => !explained.includes(number))).toEqual([]);
  });

  it('A29 says of nothing that it does not exist yet', () => {
    const early = files.filter((name) => /(?:do|does) not exist yet|not built yet/.test(read(`docs/adr/${name}`)));
    expect(early).toEqual([]);
  });
});

describe('.ci/run', () => {
  it('A29 says at its top, and when it runs, what it reaches outside the clone and what for', () => {
    const [head = '', ...rest] = read('.ci/run').split(/^set -u/m);
    for (const outside of ['npm registry', 'apt-get', 'Docker', '../shared/tools/docker/engine', 'Chromium']) {
      expect(head).toContain(outside);
    }
    expect(rest.join('')).toMatch(/^echo "Outside this clone: /m);
  });
});
