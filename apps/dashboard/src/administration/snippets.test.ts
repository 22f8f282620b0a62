/** The script tags for each kind of site, from which users copy them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';

const snippets: { title: string; text: string }[] = JSON.parse(readFileSync(join(__dirname, 'snippets.json'), 'utf8'));
const docs = readFileSync(join(__dirname, '../../../../docs/tracker.md'), 'utf8');

const textOf = (title: string) => {
  const text = snippets.find((one) => one.title === title)?.text ?? '';
  return text.replace('{url}', 'https://in.example.com').replace('{key}', 'pk_live_…');
};

describe('a script tag', () => {
  it('for a tag manager can run twice on a page, and leaves only its script there', () => {
    const added: { src?: string; dataset: Record<string, string> }[] = [];
    const head = { append: (one: (typeof added)[number]) => added.push(one) };
    const page = createContext({ document: { createElement: () => ({ dataset: {} }), head } });
    const [, code = ''] = /<script>(.*)<\/script>/s.exec(textOf('Tag manager')) ?? [];
    for (let run = 0; run < 2; run += 1) runInContext(code, page);
    const script = { src: 'https://in.example.com/tracker.js', dataset: { key: 'pk_live_…' } };
    expect(added).toEqual([script, script]);
    expect(runInContext('typeof script', page)).toBe('undefined');
  });

  it.each(['React', 'Vue'])(
    'for %s is the same as in the documentation: it measures localhost and accepts early calls',
    (title) => {
      const [, ...lines] = textOf(title).split('\n');
      expect(docs).toContain(`${lines.join('\n')}\n\`\`\``);
      expect(lines.join('\n')).toContain("if (import.meta.env.DEV) script.dataset.debug = '';");
    },
  );
});
