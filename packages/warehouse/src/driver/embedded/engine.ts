/** ClickHouse inside the process, on chdb: one connection that writes, and several that can only read. */
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { StartError } from '@footfall/errors';
import type { Session } from 'chdb';
import { explainFailedOpen, prepareDirectory, requireTables } from './directory.ts';
import { writeSettings } from '../insert-settings.ts';
import type { ReadLimits } from '../port.ts';
import { readSettings } from '../read-settings.ts';
import { repairTables } from './repair.ts';

export const database = 'footfall';

/** An open engine. Each of its connections runs one statement at a time. */
export interface Engine {
  directory: string;
  writer: Session;
  /** Opens a connection that can only read, within `limits`. `close` closes it. */
  openReader(limits: ReadLimits): Promise<ClickHouseClient>;
  /** Must be called only when nothing runs on its connections. */
  close(): Promise<void>;
}

/** Limits for the whole process. The caches are far below the engine's defaults, which are meant for servers. */
const engineArguments = [
  '--max_server_memory_usage=3221225472',
  '--mark_cache_size=67108864',
  '--index_mark_cache_size=16777216',
  '--primary_index_cache_size=67108864',
  // By default up to 1,000 idle threads are kept after a burst, each with about 300 kB of freed memory.
  '--max_thread_pool_free_size=8',
  // Tables are loaded when the directory is open, so that they can be repaired.
  '--async_load_databases=0',
];

type Library = typeof import('chdb') & typeof import('chdb/connection');

/** Opens or creates the engine in the directory `path`. Rejects with a StartError if the directory is in use (exit code 2), incomplete or cannot be written, or if there is no engine for the platform. */
export async function openEngine(path: string): Promise<Engine> {
  const library = await loadLibrary();
  const directory = prepareDirectory(path);
  requireTables(directory);
  const writer = openWriter(library, directory);
  const readers: ClickHouseClient[] = [];
  const close = async () => {
    for (const reader of readers) await reader.close();
    writer.close();
    await library.drainPending();
  };
  try {
    useDatabase(writer);
    repairTables(writer);
    const openReader = async (limits: ReadLimits) => {
      const reader = connectReader(library, directory);
      readers.push(reader);
      await lockReader(reader, limits);
      return reader;
    };
    return { directory, writer, openReader, close };
  } catch (error) {
    await close();
    throw new StartError(`${directory} cannot be opened: its data is damaged or of another version`, { cause: error });
  }
}

async function loadLibrary(): Promise<Library> {
  try {
    return { ...(await import('chdb')), ...(await import('chdb/connection')) };
  } catch (error) {
    throw new StartError(
      `There is no embedded ClickHouse for ${process.platform} ${process.arch}: it runs on 64-bit Linux with glibc and on macOS; set CLICKHOUSE_URL to use a server`,
      { cause: error },
    );
  }
}

function openWriter(library: Library, directory: string): Session {
  try {
    return new library.Session(directory, { connectionArgs: engineArguments });
  } catch (error) {
    throw explainFailedOpen(directory, error);
  }
}

function useDatabase(writer: Session): void {
  writer.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
  writer.query(`USE ${database}`);
  writer.query(`SET ${assignments({ ...writeSettings, session_timezone: 'UTC' })}`);
}

function assignments(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'`)
    .join(', ');
}

function connectReader(library: Library, directory: string): ClickHouseClient {
  const connection: unknown = library.createChdbConnection({ path: directory });
  if (!isConnection(connection)) throw new Error('The connection of the engine lacks a method that its client needs');
  return createClient({ connection });
}

/** `readonly` is set last: from then on the connection can neither write nor change its limits. */
async function lockReader(reader: ClickHouseClient, limits: ReadLimits): Promise<void> {
  const settings = { ...readSettings(limits), readonly: 1 };
  await reader.command({ query: `USE ${database}` });
  await reader.command({ query: `SET ${assignments(settings)}` });
}

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;

/** Both packages declare this interface with different classes, so that the compiler treats them as two. */
function isConnection(value: unknown): value is Connection {
  const methods = ['query', 'command', 'exec', 'insert', 'ping', 'close'];
  return typeof value === 'object' && value !== null && methods.every((method) => method in value);
}
