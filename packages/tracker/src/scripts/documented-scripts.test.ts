import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentScripts } from './documented-scripts.ts';

it('docs/tracker.md has the current sizes, names and integrity of the scripts (pnpm --filter @footfall/tracker write-docs)', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/tracker.md'), 'utf8');
  expect(page).toBe(documentScripts(page));
});

it('a page without markers for them is refused', () => {
  expect(() => documentScripts('# The tracker')).toThrow('no part between');
});
