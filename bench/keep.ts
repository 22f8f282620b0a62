/** Stores results between runs, and writes a document from them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** Replaces the earlier result with the same ID in `resultsFile`, and renders all results into `documentFile`. Paths are relative to the repository. */
export function keep<Result extends { id: string }>(
  result: Result,
  resultsFile: string,
  documentFile: string,
  render: (all: readonly Result[]) => string,
): void {
  const files = [pathOf(resultsFile), pathOf(documentFile)] as const;
  const earlier: Result[] = JSON.parse(readFileSync(files[0], 'utf8'));
  const all = [...earlier.filter(({ id }) => id !== result.id), result].toSorted((a, b) =>
    a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
  writeFileSync(files[0], JSON.stringify(all));
  writeFileSync(files[1], render(all));
  const prettier = pathOf('node_modules/.bin/prettier');
  execFileSync(prettier, ['--log-level', 'warn', '--write', ...files], { stdio: 'inherit' });
}
