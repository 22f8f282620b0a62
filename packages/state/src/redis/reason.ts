/** The reasons why Redis cannot be used, for the log: without address, key or password. */
import { connectionMeanings } from '@footfall/errors';

/** The first words of Redis' refusals, and the system's codes, with their meanings for an operator. */
const meanings: Readonly<Record<string, string>> = {
  WRONGPASS: 'it refuses the user or password in REDIS_URL',
  NOAUTH: 'it requires a password in REDIS_URL',
  ERR: 'it refuses a command',
  NOPERM: 'the user in REDIS_URL may not do what is needed',
  OOM: 'it has no memory left for writes',
  READONLY: 'it is a replica that takes no writes',
  MISCONF: 'it cannot write to its disk',
  LOADING: 'it is still loading its data',
  ...connectionMeanings,
};

/** Returns the code of a fault, with its meaning. */
export function reasonOf(fault: unknown): string {
  if (isDatabaseFault(fault)) return 'it has no database of the number in REDIS_URL (ERR)';
  const code = codeOf(fault);
  if (code === undefined || code === 'ETIMEDOUT') return 'it does not respond';
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** Returns true if the client had no connection, or it closed before the response: the message names an option of the library. */
export function isUnconnectedFault(fault: unknown): boolean {
  return fault instanceof Error && /enableOfflineQueue|maxRetriesPerRequest/.test(fault.message);
}

/** Returns true if a fault says more than that there was no response. */
export function saysWhy(fault: unknown): boolean {
  return codeOf(fault) !== undefined;
}

/** Returns true if Redis has responded that it is a replica. */
export function isReplicaFault(fault: unknown): boolean {
  return codeOf(fault) === 'READONLY';
}

/** Returns true if Redis has responded that the user lacks a permission. */
export function isPermissionFault(fault: unknown): boolean {
  return codeOf(fault) === 'NOPERM';
}

/** Returns true if Redis has refused to select the database of REDIS_URL, for any reason. */
export function isSelectFault(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('command' in fault)) return false;
  const { command } = fault;
  return typeof command === 'object' && command !== null && 'name' in command && command.name === 'select';
}

/** Returns true if Redis has responded that the database does not exist, as opposed to a missing permission. */
export function isDatabaseFault(fault: unknown): boolean {
  return isSelectFault(fault) && codeOf(fault) === 'ERR';
}

/** Returns a system's code (`ECONNREFUSED`), or the first word of a refusal of Redis (`OOM`). */
function codeOf(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('code' in fault && typeof fault.code === 'string') return fault.code;
  return fault instanceof Error && fault.name === 'ReplyError' ? /^[A-Z]+\b/.exec(fault.message)?.[0] : undefined;
}
