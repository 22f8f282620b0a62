/**
 * Repairs what a kill in the middle of an insert leaves behind. The engine writes the deduplication record of a
 * block before it renames the block's part into place: killed in between, it would take the retry of that block for
 * a repetition and drop its rows. Such a record is always the last one of its table, and its part is not there.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'chdb';
import { z } from 'zod';

const logPattern = /^deduplication_log_(\d+)\.txt$/;
/** `<partition>_<first block>_<last block>_<level>`, and `_<mutation>` once one has touched it. */
const partPattern = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_\d+)?$/;
/** The operation of a record that says "this block was inserted"; the other one says it was dropped. */
const inserted = '1';

interface Cut {
  log: string;
  /** Length of the log without what must go. */
  bytes: number;
}

interface Part {
  partition: string;
  firstBlock: number;
  lastBlock: number;
}

const tableSchema = z.object({ name: z.string(), path: z.string() });

/** Mends every table of the session's database; the session must hold the directory's lock and nothing else may run. Gives the names of the tables that needed it. */
export function repairTables(session: Session): string[] {
  const tables = session.query(
    `SELECT name, data_paths[1] AS path FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    'JSONEachRow',
  );
  const mended = [];
  for (const line of tables.split('\n').filter(Boolean)) {
    const { name, path } = tableSchema.parse(JSON.parse(line));
    const cut = findCut(path);
    if (!cut) continue;
    // The engine holds the records in memory: it reads them again when the table comes back.
    session.query(`DETACH TABLE \`${name}\` SYNC`);
    try {
      truncate(cut);
    } finally {
      session.query(`ATTACH TABLE \`${name}\``);
    }
    mended.push(name);
  }
  return mended;
}

/** What has to be cut from the deduplication log of the table in `path`: a torn last line, or the record of a part that is not there. */
export function findCut(path: string): Cut | undefined {
  const log = newestRecords(join(path, 'deduplication_logs'));
  if (!log) return undefined;
  const end = log.text.lastIndexOf('\n') + 1;
  const start = log.text.lastIndexOf('\n', end - 2) + 1;
  const isStale = end > 0 && namesMissingPart(log.text.slice(start, end - 1), path);
  const kept = isStale ? start : end;
  return kept === log.text.length ? undefined : { log: log.path, bytes: Buffer.byteLength(log.text.slice(0, kept)) };
}

/** The newest log that has something in it: the engine begins a new, empty one right after the record that filled the last. */
function newestRecords(directory: string): { path: string; text: string } | undefined {
  return listDirectory(directory)
    .flatMap((name) => {
      const number = logPattern.exec(name)?.[1];
      return number === undefined ? [] : [{ path: join(directory, name), number: Number(number) }];
    })
    .toSorted((one, other) => other.number - one.number)
    .map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }))
    .find(({ text }) => text !== '');
}

function namesMissingPart(record: string, path: string): boolean {
  const [operation, name = ''] = record.split('\t');
  const named = parsePart(name);
  if (operation !== inserted || !named) return false;
  return !listDirectory(path).some((entry) => {
    const part = parsePart(entry);
    return part !== undefined && covers(part, named);
  });
}

/** Whether `part` is `other`, or was merged from it. */
function covers(part: Part, other: Part): boolean {
  return part.partition === other.partition && part.firstBlock <= other.firstBlock && part.lastBlock >= other.lastBlock;
}

function parsePart(name: string): Part | undefined {
  const [, partition, firstBlock, lastBlock] = partPattern.exec(name) ?? [];
  if (partition === undefined) return undefined;
  return { partition, firstBlock: Number(firstBlock), lastBlock: Number(lastBlock) };
}

function listDirectory(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
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
