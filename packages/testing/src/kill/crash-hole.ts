/**
 * Leaves an engine's directory as a kill leaves it between the deduplication record of a block and the rename of the
 * block's part: the record is there, the part is not. The files are those of a directory that no process has open.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Takes away the part of the newest insert into the table whose parts' names begin with `partition`. Gives the part's name. Throws when that part is not there to be taken. */
export function loseNewestPart(engineDirectory: string, partition: string): string {
  const found = tableDirectories(engineDirectory).flatMap((table) => {
    const part = newestRecordedPart(table);
    return part?.startsWith(`${partition}_`) ? [{ table, part }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} tables have a newest part in ${partition}`);
  rmSync(join(only.table, only.part), { recursive: true });
  return only.part;
}

/** Tables lie in `store/<first three of the id>/<id>`. */
function tableDirectories(engineDirectory: string): string[] {
  const store = join(engineDirectory, 'store');
  return readdirSync(store).flatMap((prefix) => readdirSync(join(store, prefix)).map((id) => join(store, prefix, id)));
}

function newestRecordedPart(table: string): string | undefined {
  const logs = readdirSync(table, { withFileTypes: true }).some((entry) => entry.name === 'deduplication_logs')
    ? readdirSync(join(table, 'deduplication_logs'))
    : [];
  const records = logs
    .toSorted((a, b) => logNumber(a) - logNumber(b))
    .flatMap((log) => readFileSync(join(table, 'deduplication_logs', log), 'utf8').split('\n'))
    .filter((line) => line !== '');
  return records.at(-1)?.split('\t')[1];
}

function logNumber(name: string): number {
  return Number(/(\d+)\.txt$/.exec(name)?.[1]);
}
