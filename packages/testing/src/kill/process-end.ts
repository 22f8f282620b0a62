/** Ends a process between two calls of its ports, for tests that start it. */
import { actAt, type Around, type Breakpoint } from '@footfall/test-servers';

/** Plain JSON. */
export interface ProcessEnd {
  breakpoint: Breakpoint;
  /** `stuck`: the process stays alive, but its caller never continues after the breakpoint. */
  by: 'SIGKILL' | 'process.exit' | 'stuck';
}

/** Breakpoints on the path of a batch of events into the warehouse. */
export const breakpoints = {
  planned: (pass: number): Breakpoint => ({ moment: 'after', call: '^commit .*"metadata":"[^"]', pass }),
  inserted: (pass: number): Breakpoint => ({ moment: 'after', call: '^insert events ', pass }),
  committed: (pass: number): Breakpoint => ({ moment: 'after', call: '^commit .*"metadata":""', pass }),
  /** Any write other than of events: by the rollup worker, while there is load. */
  rollingUp: (moment: Breakpoint['moment'], pass: number): Breakpoint => ({
    moment,
    call: '^command |^insert (?!events )',
    pass,
  }),
};

/** Ends this process as specified; prints `at the breakpoint` when it reaches it. `whenStuck` is called for `stuck`. */
export function endingAround({ breakpoint, by }: ProcessEnd, whenStuck: () => void = () => {}): Around {
  return actAt(breakpoint, async () => {
    process.stdout.write('at the breakpoint\n');
    if (by === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
    if (by === 'process.exit') process.exit();
    whenStuck();
    await new Promise(() => {});
  });
}
