/** Breakpoints between the calls of a wrapped port, with actions: the process is killed, or the caller is stopped. */
import type { Around } from './wrap-port.ts';

/** A point before or after one call of a port. Plain JSON, so that it can be passed to a child process. */
export interface Breakpoint {
  moment: 'before' | 'after';
  /** A regular expression that matches the texts of the counted calls. */
  call: string;
  /** The number of the counted call, from 1. */
  pass: number;
}

/** Calls `act` once, at `breakpoint`; its errors and delays affect the caller. */
export function actAt({ moment, call: pattern, pass }: Breakpoint, act: () => unknown): Around {
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

/** Kills this process at `breakpoint`. */
export function killAt(breakpoint: Breakpoint): Around {
  return actAt(breakpoint, () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  });
}

/** The error that stops a caller. */
export class Stopped extends Error {}

/** Simulates a kill of the caller alone, in this process: at `breakpoint` and in every later call, nothing runs and everything rejects with `Stopped`. */
export function stopAt(breakpoint: Breakpoint): Around {
  let isStopped = false;
  const reach = actAt(breakpoint, () => {
    isStopped = true;
    throw new Stopped();
  });
  return async (call, proceed) => {
    if (isStopped) throw new Stopped();
    return reach(call, proceed);
  };
}
