/**
 * Leaves an engine's directory like a kill between the deduplication record of a block and the rename of the
 * block's part: the record exists, the part does not. No process may have the directory open.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the part of the newest insert into `table`. Throws if that part does not exist. */
export function loseNewestPart(engineDirectory: string, table: string): void {
  const definition = readFileSync(join(engineDirectory, 'metadata', 'footfall', `${table}.sql`), 'utf8');
  const [, id = ''] = /UUID '([^']+)'/.exec(definition) ?? [];
  // Tables are in `store/<first three characters of the ID>/<ID>`.
  const directory = join(engineDirectory, 'store', id.slice(0, 3), id);
  const logs = join(directory, 'deduplication_logs');
  const records = readdirSync(logs)
    .toSorted((a, b) => logNumber(a) - logNumber(b))
    .flatMap((log) => readFileSync(join(logs, log), 'utf8').split('\n'))
    .filter((line) => line !== '');
  rmSync(join(directory, records.at(-1)?.split('\t')[1] ?? 'no part'), { recursive: true });
}

function logNumber(name: string): number {
  return Number(/(\d+)\.txt$/.exec(name)?.[1]);
}
