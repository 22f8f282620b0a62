/** Stores findings between runs, and writes docs/performance.md from them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { targets } from './targets/index.ts';
import { describeMachine, type Kept, renderMarkdown, renderText } from './report.ts';

const resultsFile = new URL('../results.json', import.meta.url);
const documentFile = new URL('../../docs/performance.md', import.meta.url);
const prettier = new URL('../../node_modules/.bin/prettier', import.meta.url);

interface Measurement {
  /** The time of `performance` at which it began. */
  began: number;
  /** The name and version of the engine. */
  engine: string;
  isPrinted?: boolean;
  isWritten: boolean;
}

/** Prints a finding with the conditions of its measurement, and stores it. Called at once, so that results are kept if something later fails. */
export function publish(
  finding: Omit<Kept, 'at' | 'tookSeconds' | 'machine'>,
  { began, engine, isPrinted = true, isWritten }: Measurement,
): Kept {
  const tookSeconds = Math.round((performance.now() - began) / 1000);
  const kept = { ...finding, at: new Date().toISOString(), tookSeconds, machine: describeMachine(engine) };
  if (isPrinted) console.log(renderText(kept));
  if (isWritten) save(kept);
  return kept;
}

/** Replaces the earlier finding of the same benchmark. */
function save(kept: Kept): void {
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
