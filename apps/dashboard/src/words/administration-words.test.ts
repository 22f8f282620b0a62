import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { administrationWords } from './administration-words.ts';

const documented = ['README.md', 'docs/operating.md']
  .map((name) => readFileSync(join(__dirname, '../../../..', name), 'utf8'))
  .join('\n');

it('the sign-in page names the command for every documented way to run Footfall', () => {
  const commands = [...documented.matchAll(/(?:npm run|docker compose run --rm|sudo) footfall sign-in/g)].map(String);
  expect(Object.values(administrationWords.signIn.commands).toSorted()).toEqual([...new Set(commands)].toSorted());
});
