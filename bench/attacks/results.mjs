/** Stores the results of attacks between runs, and writes docs/attacks.md from them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderMarkdown } from './report.mjs';

const [resultsFile, documentFile, prettier] = [
  'results.json',
  '../../docs/attacks.md',
  '../../node_modules/.bin/prettier',
].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Replaces the earlier result of the same attack. */
export function save(result) {
  const others = JSON.parse(readFileSync(resultsFile, 'utf8')).filter(({ id }) => id !== result.id);
  const all = [...others, result].toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  writeFileSync(resultsFile, JSON.stringify(all));
  writeFileSync(documentFile, renderMarkdown(all));
  execFileSync(prettier, ['--log-level', 'warn', '--write', resultsFile, documentFile], { stdio: 'inherit' });
}
