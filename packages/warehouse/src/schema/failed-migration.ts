/** The line that an operator sees if the store fails during a start: its cause, and what to do. */
import { AppError, StartError } from '@footfall/errors';
import { engineCode, isDenied, isOutOfSpace } from '../driver/engine-errors.ts';

/** Returns the StartError for a fault of the store during the migration `name`; anything else, which is a bug, unchanged. */
export function explainFailedMigration(name: string, error: unknown, isShared: boolean): unknown {
  if (!(error instanceof AppError)) return error;
  const { cause } = error;
  const reason = reasonOf(error);
  const of = (outcome: string, advice: string) =>
    new StartError(`Migration ${name} ${outcome}. No data is lost. ${advice}`, { cause: error });
  if (isOutOfSpace(cause)) {
    const disk = isShared ? 'ClickHouse' : 'DATA_DIR';
    return of(`was interrupted: the disk of ${disk} is full`, 'Free space and start again: it continues');
  }
  if (isDenied(cause)) return of(`failed: ${reason}`, `${grant}. Then start again: it continues`);
  if (error.code === 'UNAVAILABLE')
    return of(`was interrupted: ${reason}`, 'Remove the cause and start again: it continues');
  if (Number.isNaN(engineCode(cause))) return error;
  return of(
    `failed: ${reason}`,
    'Correct the cause and start again, or restore the backup and start the previous version',
  );
}

/** Returns the StartError for a statement that the user of the store may not run; anything else unchanged. */
export function explainDenial(error: unknown): unknown {
  if (!(error instanceof AppError && isDenied(error.cause))) return error;
  return new StartError(`ClickHouse refuses a statement of the start: ${reasonOf(error)}. ${grant}`, { cause: error });
}

const grant =
  'Grant CLICKHOUSE_USER all privileges on CLICKHOUSE_DATABASE, and SELECT on the system tables that docs/operating.md lists';

/** Returns the engine's message, else that of the error with its cause, in one line without a full stop. */
function reasonOf({ message, cause }: AppError): string {
  const detail = cause instanceof Error ? cause.message : '';
  if (!Number.isNaN(engineCode(cause))) return inOneLine(detail);
  return inOneLine(detail === '' ? message : `${message}: ${detail}`);
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
