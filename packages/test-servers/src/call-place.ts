/** Places between the calls of a wrapped port, and actions there: the process is killed, or the caller is stopped. */
import type { Around } from './wrap-port.ts';

/** Before or after one call of a port. Plain JSON, so that it can be passed to a child process. */
export interface CallPlace {
  moment: 'before' | 'after';
  /** A regular expression: calls whose text it matches count. */
  call: string;
  /** The number of the call among these; the first is 1. */
  pass: number;
}

/** Calls `act` once, at `place`; its errors and delays affect the caller. */
export function actAt({ moment, call: pattern, pass }: CallPlace, act: () => unknown): Around {
  const wanted = new RegExp(pattern, 's');
  let passes = 0;
  return async ({ text }, proceed) => {
    const isThere = wanted.test(text) && ++passes === pass;
    if (isThere && moment === 'before') await act();
    const result = await proceed();
    if (isThere && moment === 'after') await act();
    return result;
  };
}

/** Kills this process at `place`. */
export function killAt(place: CallPlace): Around {
  return actAt(place, () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  });
}

/** The error that stops a caller. */
export class Stopped extends Error {}

/** Simulates a kill of the caller alone, in this process: at `place` and in every later call, nothing runs any more and everything rejects with `Stopped`. */
export function stopAt(place: CallPlace): Around {
  let isStopped = false;
  const reach = actAt(place, () => {
    isStopped = true;
    throw new Stopped();
  });
  return async (call, proceed) => {
    if (isStopped) throw new Stopped();
    return reach(call, proceed);
  };
}
