/** The deduplication log of a table: one record for each insert whose token the table remembers, and one when its part is dropped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePart } from './part-name.ts';

const logPattern = /^deduplication_log_(\d+)\.txt$/;
const operations = { inserted: '1', dropped: '2' } as const;

export interface LogFile {
  path: string;
  text: string;
}

export interface InsertRecord {
  part: string;
  /** Hash of the token: unique for each insert. */
  blockId: string;
}

/** Returns the log files of the table in `tablePath`, oldest first. */
export function readLogFiles(tablePath: string): LogFile[] {
  const directory = join(tablePath, 'deduplication_logs');
  return listDirectory(directory)
    .flatMap((name) => {
      const number = logPattern.exec(name)?.[1];
      return number === undefined ? [] : [{ path: join(directory, name), number: Number(number) }];
    })
    .toSorted((one, other) => one.number - other.number)
    .map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Returns undefined if `line` does not record an insert. */
export function parseInsert(line: string): InsertRecord | undefined {
  const [operation, part = '', blockId = ''] = line.split('\t');
  return operation === operations.inserted && parsePart(part) ? { part, blockId } : undefined;
}

/**
 * Returns those of the last `window` inserts whose parts have not been dropped since. Earlier records are left out: the engine has
 * forgotten them, so it no longer records that their parts are dropped.
 */
export function storedInserts(files: readonly LogFile[], window: number): InsertRecord[] {
  const stored = new Map<string, InsertRecord & { number: number }>();
  let inserts = 0;
  for (const line of files.flatMap(({ text }) => text.split('\n'))) {
    const insert = parseInsert(line);
    if (insert) stored.set(insert.blockId, { ...insert, number: (inserts += 1) });
    else if (line.startsWith(operations.dropped)) stored.delete(line.split('\t')[2] ?? '');
  }
  return [...stored.values()].filter(({ number }) => number > inserts - window);
}

export function listDirectory(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}
