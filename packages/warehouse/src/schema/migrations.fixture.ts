/** Directories of migrations, for stores of earlier versions. For tests only. */
import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const migrations = new URL('../../migrations/', import.meta.url);

/** Creates an empty directory. */
export function makeDirectory(): URL {
  return pathToFileURL(`${mkdtempSync(join(tmpdir(), 'footfall-migrations-'))}/`);
}

/** Copies the files of this version with such names; `schema.sql` comes after all migrations. */
export function copyMigrations(directory: URL, isWanted: (name: string) => boolean): void {
  for (const name of readdirSync(migrations).filter(isWanted))
    cpSync(new URL(name, migrations), new URL(name, directory));
}
