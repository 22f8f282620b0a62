/** The options of a rig's process in RIG, as JSON, in addition to the settings of the product. */
import type { ProcessEnd } from './process-end.ts';

export interface RigOptions {
  /** The breakpoint at which it ends itself. */
  end?: ProcessEnd;
  /** Rolls up all the time, instead of every few seconds. */
  rollsUp?: boolean;
  /** Breaks a promise: every insert is stored twice. */
  storesTwice?: boolean;
  /** Instead of serving: `list` prints the stored events; `check` first waits until everything is stored and rolled up, and also prints the findings of `verify`. */
  mode?: 'list' | 'check';
}

/** Returns the options of this process. */
export function rigOptions(): RigOptions {
  return JSON.parse(process.env['RIG'] ?? '{}') as RigOptions;
}

/** Returns the environment of a process with these options. */
export function rigEnvironment(options: RigOptions): { RIG: string } {
  return { RIG: JSON.stringify(options) };
}
