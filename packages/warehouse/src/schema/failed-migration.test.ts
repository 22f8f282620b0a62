/** The line that ends a start if a migration fails, or if the store refuses a statement. */
import { AppError, StartError } from '@footfall/errors';
import { mapEngineError, mapServerError } from '../driver/engine-errors.ts';
import { explainDenial, explainFailedMigration } from './failed-migration.ts';

const name = '0012_redesign_rollups.sql';
const full = new Error('Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE)');
const denied = Object.assign(new Error('me: Not enough privileges. It is necessary to have\nthe grant CREATE TABLE.'), {
  code: '497',
});
const grant =
  'Grant CLICKHOUSE_USER all privileges on CLICKHOUSE_DATABASE, and SELECT on the system tables that docs/operating.md lists';

describe('a failed migration', () => {
  it.each([
    [
      'names the disk that is full',
      explainFailedMigration(name, mapEngineError(full), false),
      'was interrupted: the disk of DATA_DIR is full. No data is lost. Free space and start again: it continues',
    ],
    [
      'names the disk of a server that is full',
      explainFailedMigration(name, mapServerError(full), true),
      'was interrupted: the disk of ClickHouse is full. No data is lost. Free space and start again: it continues',
    ],
    [
      'names what the user must be granted',
      explainFailedMigration(name, mapServerError(denied), true),
      `failed: me: Not enough privileges. It is necessary to have the grant CREATE TABLE. No data is lost. ${grant}. Then start again: it continues`,
    ],
    [
      'says why the server is gone',
      explainFailedMigration(name, mapServerError(Object.assign(new Error('down'), { code: 'ECONNREFUSED' })), true),
      'was interrupted: The store does not respond: nothing listens there (ECONNREFUSED). No data is lost. Remove the cause and start again: it continues',
    ],
    [
      'contains the message of the engine',
      explainFailedMigration(name, mapEngineError(new Error('Code: 47. DB::Exception: Unknown column')), false),
      'failed: Code: 47. DB::Exception: Unknown column. No data is lost. Correct the cause and start again, or restore the backup and start the previous version',
    ],
  ])('%s, in one line', (_title, explained, line) => {
    expect(explained).toBeInstanceOf(StartError);
    expect(explained).toMatchObject({ message: `Migration ${name} ${line}`, cause: expect.any(AppError) });
  });

  it('is not explained if the fault is a bug', () => {
    for (const bug of [new TypeError('not a function'), mapEngineError(new TypeError('not a function'))]) {
      expect(explainFailedMigration(name, bug, false)).toBe(bug);
    }
  });
});

it('names the missing privilege if another statement of the start is refused', () => {
  expect(explainDenial(mapServerError(denied))).toMatchObject({
    name: 'StartError',
    message: `ClickHouse refuses a statement of the start: me: Not enough privileges. It is necessary to have the grant CREATE TABLE. ${grant}`,
  });
  const other = mapServerError(full);
  expect(explainDenial(other)).toBe(other);
});
