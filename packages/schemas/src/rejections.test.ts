/** The reasons to reject an event, as documented. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rejections } from './rejections.ts';

it('README.md lists every reason to reject an event', () => {
  const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|$/gm)].map(([, code = '', reason]) => [
    code,
    reason,
  ]);
  expect(Object.fromEntries(listed.filter(([code = '']) => code in rejections))).toEqual(rejections);
});
