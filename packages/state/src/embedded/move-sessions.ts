/** Moves open sessions from a separate environment into that of the event log, for example at the first start after an upgrade. */
import { type LmdbDirectory, openLmdbDirectory } from '@footfall/data-directory';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const tables = ['visitors-even', 'visitors-odd', 'aliases-even', 'aliases-odd', 'generations'];
const entriesOfCommit = 10_000;

/** Does nothing if there are none in the folder `path`. Repeats a move that was interrupted. Rejects with a StartError if they are damaged. */
export async function moveSessions(path: string, log: LmdbDirectory): Promise<void> {
  const data = join(path, 'data');
  if (!existsSync(data)) return;
  const own = await openLmdbDirectory(path);
  try {
    for (const name of tables) await copyTable(own, log, name);
  } finally {
    await own.close();
  }
  rmSync(data, { recursive: true });
}

async function copyTable(from: LmdbDirectory, to: LmdbDirectory, name: string): Promise<void> {
  const target = to.root.openDB<unknown, string>(name, { encoding: 'json' });
  let entries: { key: string; value: unknown }[] = [];
  const copy = async () => {
    await to.write(() => {
      for (const { key, value } of entries) void target.put(key, value);
    });
    entries = [];
  };
  for (const entry of from.root.openDB<unknown, string>(name, { encoding: 'json' }).getRange()) {
    entries.push(entry);
    if (entries.length === entriesOfCommit) await copy();
  }
  await copy();
}
