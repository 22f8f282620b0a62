/** What a process of a rig is told in RIG, as JSON, besides the settings of the product. */
import type { ProcessEnd } from './process-end.ts';

export interface RigOptions {
  /** Where it ends itself. */
  end?: ProcessEnd;
  /** How long an orderly end may take. */
  deadlineMs?: number;
  /** A promise that it breaks: every insert is stored twice. */
  storesTwice?: boolean;
  /** In place of serving: `list` prints what is stored; `check` has everything stored and rolled up first, and prints what `verify` finds as well. */
  mode?: 'list' | 'check';
}

/** The options of this process. */
export function rigOptions(): RigOptions {
  return JSON.parse(process.env['RIG'] ?? '{}') as RigOptions;
}

/** The environment of a process that has these options. */
export function rigEnvironment(options: RigOptions): { RIG: string } {
  return { RIG: JSON.stringify(options) };
}
