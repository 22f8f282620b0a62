/** The meaning of the engine's error codes to a caller. */
import { AppError, connectionMeanings, toAppError, unavailable } from '@footfall/errors';
import { resultTooLarge } from './read-settings.ts';

/** The code for a full disk. */
const outOfSpace = 243;
/** The codes for a user that lacks a privilege, or may only read. */
const denials: ReadonlySet<number> = new Set([164, 497]);

/** The messages for codes after which a retry makes sense; every other code is a bug of ours. */
const passing: Readonly<Record<number, string>> = {
  75: 'The store cannot be written at the moment',
  158: 'The query would read too much; request a shorter range',
  159: 'The query took too long; request a shorter range',
  173: 'The store needs more memory than there is',
  201: 'The store is busy',
  202: 'The store is busy',
  209: 'The store does not respond in time',
  210: 'The store does not respond',
  236: 'The store is stopping',
  241: 'The query needs too much memory; request a shorter range',
  242: 'The store cannot be written at the moment',
  [outOfSpace]: 'The store has no space left',
  252: 'The store is busy merging',
  307: 'The query would read too much; request a shorter range',
  394: 'The store is stopping',
  396: resultTooLarge,
  439: 'The store is busy',
  745: 'The store is busy',
};

/** The engine's codes for errors of files and directories; only the message says which error of the system it was. */
const fileCodes: ReadonlySet<number> = new Set([76, 1001]);
const fileMessages: readonly { error: string; code: number }[] = [
  { error: 'No space left on device', code: outOfSpace },
  { error: 'Read-only file system', code: 75 },
];

/** Returns ClickHouse's code in an error of the client (`code`, text), of the engine (`clickhouseCode`) or in its message; NaN if there is none. */
export function engineCode(error: unknown): number {
  if (typeof error !== 'object' || error === null) return Number.NaN;
  if ('clickhouseCode' in error && typeof error.clickhouseCode === 'number') return error.clickhouseCode;
  if ('code' in error && typeof error.code === 'string' && /^\d+$/.test(error.code)) return Number(error.code);
  return 'message' in error ? Number(/\bCode: (\d+)\./.exec(String(error.message))?.[1]) : Number.NaN;
}

/** Returns true for an error of the engine because its disk is full. */
export const isOutOfSpace = (error: unknown) => codeOfCause(error) === outOfSpace;

/** Returns true for an error of the engine because the user lacks a privilege. */
export const isDenied = (error: unknown) => denials.has(engineCode(error));

/** Returns the AppError for an error of a statement on a server. Without a code of the engine, the connection has failed: UNAVAILABLE. */
export function mapServerError(error: unknown): AppError {
  if (error instanceof AppError || !Number.isNaN(engineCode(error))) return mapEngineError(error);
  return unavailable('The store does not respond', { cause: connectionReason(error) });
}

/** The client's messages if a deadline has passed: its own, or that of the signal. */
const lateMessages: readonly unknown[] = ['Timeout error.', 'The user aborted a request.'];

/** Returns the system's code with its meaning, or `error` itself if it has no code and was not caused by a deadline. */
function connectionReason(error: unknown): unknown {
  if (error instanceof Error && lateMessages.includes(error.message)) return new Error('no response in time');
  if (typeof error !== 'object' || error === null || !('code' in error)) return error;
  if (typeof error.code !== 'string') return error;
  return new Error(`${connectionMeanings[error.code] ?? 'the connection failed'} (${error.code})`);
}

/** Returns the AppError for an error of the engine: UNAVAILABLE for a limit or a shortage, else INTERNAL_ERROR. The engine's message is only in the cause. */
export function mapEngineError(error: unknown): AppError {
  const message = passing[codeOfCause(error)];
  return message ? unavailable(message, { cause: error }) : toAppError(error);
}

/** Returns the code that the engine itself uses for a full disk or a read-only one, if that is the reason; otherwise `engineCode`. */
function codeOfCause(error: unknown): number {
  const code = engineCode(error);
  if (!fileCodes.has(code) || !(error instanceof Error)) return code;
  return fileMessages.find((one) => error.message.includes(one.error))?.code ?? code;
}
