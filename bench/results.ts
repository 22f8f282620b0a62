/** Stores findings between runs, and writes docs/performance.md from them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { targets } from './targets/index.ts';
import { type Kept, renderMarkdown } from './report.ts';

const resultsFile = new URL('../results.json', import.meta.url);
const documentFile = new URL('../../docs/performance.md', import.meta.url);
const prettier = new URL('../../node_modules/.bin/prettier', import.meta.url);

/** Replaces the earlier finding of the same benchmark. Called at once, so that results are kept if something later fails. */
export function save(kept: Kept): void {
  const before: unknown = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : [];
  const others = (Array.isArray(before) ? before : []).filter((each: Kept) => each.id !== kept.id);
  const all: Kept[] = [...others, kept].toSorted((a: Kept, b: Kept) =>
    a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  const missing = targets.filter(({ id }) => all.every((each) => each.id !== id));
  writeFileSync(documentFile, renderMarkdown(all, missing));
  const files = [resultsFile, documentFile].map((file) => fileURLToPath(file));
  execFileSync(fileURLToPath(prettier), ['--log-level', 'warn', '--write', ...files], { stdio: 'inherit' });
}
