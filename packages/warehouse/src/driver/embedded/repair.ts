/**
 * Repairs what a kill in the middle of an insert leaves behind. The engine writes the deduplication record of a
 * block before it renames the block's part into place: if it is killed in between, it would treat a retry of that block as
 * a duplicate and drop its rows. Such a record is always the last one of its table, and its part does not exist.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync } from 'node:fs';
import type { Session } from 'chdb';
import { z } from 'zod';
import { listDirectory, type LogFile, parseInsert, readLogFiles } from '../deduplication-log.ts';
import { covers, parsePart } from '../part-name.ts';

interface Cut {
  log: string;
  /** The length of the log without the part to cut off. */
  bytes: number;
}

const tableSchema = z.object({ name: z.string(), path: z.string() });

/** Repairs every table of the session's database; the session must hold the directory's lock, and nothing else may run. */
export function repairTables(session: Session): void {
  const tables = session.query(
    `SELECT name, data_paths[1] AS path FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    'JSONEachRow',
  );
  for (const line of tables.split('\n').filter(Boolean)) {
    const { name, path } = tableSchema.parse(JSON.parse(line));
    const cut = findCut(path);
    if (!cut) continue;
    // The engine keeps the records in memory, and reads them again when the table is attached.
    session.query(`DETACH TABLE \`${name}\` SYNC`);
    try {
      truncate(cut);
    } finally {
      session.query(`ATTACH TABLE \`${name}\``);
    }
  }
}

/** Finds the end of the deduplication log of the table in `path` that must be cut off: a torn last line, or the record of a part that does not exist. */
export function findCut(path: string): Cut | undefined {
  const log = newestRecords(path);
  if (!log) return undefined;
  const end = log.text.lastIndexOf('\n') + 1;
  const start = log.text.lastIndexOf('\n', end - 2) + 1;
  const isStale = end > 0 && namesMissingPart(log.text.slice(start, end - 1), path);
  const kept = isStale ? start : end;
  return kept === log.text.length ? undefined : { log: log.path, bytes: Buffer.byteLength(log.text.slice(0, kept)) };
}

/** Returns the newest log that has records: the engine starts a new, empty one right after the record that fills the last. */
function newestRecords(tablePath: string): LogFile | undefined {
  return readLogFiles(tablePath).findLast(({ text }) => text !== '');
}

function namesMissingPart(record: string, path: string): boolean {
  const named = parsePart(parseInsert(record)?.part ?? '');
  if (!named) return false;
  return !listDirectory(path).some((entry) => {
    const part = parsePart(entry);
    return part !== undefined && covers(part, named);
  });
}

function truncate({ log, bytes }: Cut): void {
  const file = openSync(log, 'r+');
  try {
    ftruncateSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
