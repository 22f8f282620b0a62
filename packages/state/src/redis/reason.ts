/** Why Redis cannot be used, in words for a log: without address, key or password. */

/** What Redis begins a refusal with, and what that means for an operator. */
const meanings: Readonly<Record<string, string>> = {
  WRONGPASS: 'it refuses the user or password in REDIS_URL',
  NOAUTH: 'it wants a password in REDIS_URL',
  ERR: 'it refuses a command',
  NOPERM: 'the user in REDIS_URL may not do what is needed',
  OOM: 'it has no memory left for writes',
  READONLY: 'it is a replica that takes no writes',
  MISCONF: 'it cannot write to its disk',
  LOADING: 'it is still loading its data',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known',
};

/** The code of a fault, with its meaning. */
export function reasonOf(fault: unknown): string {
  if (isDatabaseFault(fault)) return 'it has no database of the number in REDIS_URL (ERR)';
  const code = codeOf(fault);
  if (code === undefined) return 'it does not answer';
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** Whether a fault has anything to tell but that there was no answer. */
export function saysWhy(fault: unknown): boolean {
  return codeOf(fault) !== undefined;
}

/** Whether Redis has said that it only follows another one. */
export function isReplicaFault(fault: unknown): boolean {
  return codeOf(fault) === 'READONLY';
}

/** Whether Redis has refused to change to the database of REDIS_URL, for whatever reason. */
export function isSelectFault(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('command' in fault)) return false;
  const { command } = fault;
  return typeof command === 'object' && command !== null && 'name' in command && command.name === 'select';
}

/** Whether Redis has said that there is no such database, and not that we may not use it. */
export function isDatabaseFault(fault: unknown): boolean {
  return isSelectFault(fault) && codeOf(fault) === 'ERR';
}

/** A system's code (`ECONNREFUSED`), or the first word of what Redis refuses with (`OOM`). */
function codeOf(fault: unknown): string | undefined {
  if (typeof fault !== 'object' || fault === null) return undefined;
  if ('code' in fault && typeof fault.code === 'string') return fault.code;
  return fault instanceof Error && fault.name === 'ReplyError' ? /^[A-Z]+\b/.exec(fault.message)?.[0] : undefined;
}
