/** A separate process that runs a task of a test on a data directory: `<task> <data directory>`. It reports in lines of JSON. */
import { StartError } from '@footfall/errors';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openWarehouse } from '../../open.ts';
import type { Table, Warehouse } from '../port.ts';

const [task = '', dataDir = ''] = process.argv.slice(2);

interface Note {
  at: number;
}
const notes: Table<Note> = {
  name: 'notes',
  columns: [
    { name: 'at', type: "DateTime64(3, 'UTC')", value: (row) => row.at },
    { name: 'n', type: 'UInt64', value: (row) => row.at },
  ],
};
const createNotes = `CREATE TABLE IF NOT EXISTS notes (at DateTime64(3, 'UTC'), n UInt64) ENGINE = MergeTree ORDER BY n
  SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1, fsync_part_directory = 1`;

const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);

const tasks: Record<string, (warehouse: Warehouse) => Promise<void>> = {
  /** Stays open, and reads the number of migrations for every line that it receives. */
  async hold(warehouse) {
    say('open');
    const lines = createInterface({ input: process.stdin });
    lines.on('line', () => void warehouse.read({ sql: 'SELECT count() AS n FROM migrations' }).then(say));
    await once(lines, 'close');
    await warehouse.close();
  },
  /** Reports the time for which the engine's allocator keeps freed memory. */
  async decay(warehouse) {
    const sql = "SELECT toUInt32(extract(stats, 'opt.dirty_decay_ms: (\\\\d+)')) AS ms FROM system.jemalloc_stats";
    const [row] = await warehouse.read<{ ms: number }>({ sql });
    say(row?.ms);
    await warehouse.close();
  },
  /** Exits without closing. */
  async exit(warehouse) {
    await warehouse.command({ sql: createNotes });
    await warehouse.insert(notes, [{ at: 1 }], 'one');
    process.exit(0);
  },
  /** Inserts one note after the other, each with its token, until it is killed; reports those that are acknowledged. */
  async insert(warehouse) {
    await warehouse.command({ sql: createNotes });
    const [{ next } = { next: 0 }] = await warehouse.read<{ next: number }>({
      sql: 'SELECT max(n) + 1 AS next FROM notes',
    });
    // The newest stored one is retried, like by a consumer that was killed before the acknowledgement.
    for (let at = Math.max(next - 1, 1); ; at += 1) {
      await warehouse.insert(notes, [{ at }], `note:${at}`);
      say(at);
    }
  },
  /** Reports stored times in every form in which they can be read. */
  async times(warehouse) {
    await warehouse.command({ sql: createNotes });
    // Times around the hours that New York skips and repeats, and around a new year.
    const times = [
      '2026-03-08T06:59:59.999Z',
      '2026-03-08T07:30:00.000Z',
      '2026-11-01T05:30:00.001Z',
      '2026-11-01T06:30:00.002Z',
      '2026-12-31T23:59:59.999Z',
    ];
    await warehouse.insert(
      notes,
      times.map((time) => ({ at: Date.parse(time) })),
    );
    say(
      await warehouse.read({
        sql: `SELECT at, toUnixTimestamp64Milli(at) = n AS isSame, toStartOfHour(at) AS hour, toDate(at) AS day, toMonday(at) AS week,
                toYYYYMM(at) AS month, timezone() AS zone, at < {before:DateTime64(3, 'UTC')} AS isBefore,
                toDateTime64({before:String}, 3, 'UTC') AS parsed
              FROM notes ORDER BY n`,
        params: { before: '2026-11-01 06:00:00.000' },
      }),
    );
    await warehouse.close();
  },
  async open(warehouse) {
    say('open');
    await warehouse.close();
  },
};

const platform = process.env['CHILD_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform });
const uid = process.env['CHILD_UID'];
if (uid !== undefined) {
  await import('chdb');
  process.setuid?.(Number(uid));
}
try {
  await tasks[task]?.(await openWarehouse({ DATA_DIR: dataDir }));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  say({ startError: error.message, exitCode: error.exitCode });
  process.exitCode = error.exitCode;
}
