/** Breakpoints between the calls of a partition's ports, and faults there, for tests. */
import { StartError } from '@footfall/errors';
import { actAt, type Around, type Breakpoint } from '@footfall/test-servers';

/** The breakpoints: after the commit of a planned range, after its insert, and after the commit that follows it. */
export const breakpoints = {
  planned: { moment: 'after', call: '^commit .*"metadata":"\\{' },
  inserted: { moment: 'after', call: '^insert events ' },
  committed: { moment: 'after', call: '^commit .*"metadata":""' },
} as const satisfies Record<string, Omit<Breakpoint, 'pass'>>;
export type BreakpointName = keyof typeof breakpoints;

/** Simulates a kill: once any partition reaches the breakpoint for the `pass`th time, every call rejects with a fault that is not retried. `broken` resolves then. */
export function breakAt(name: BreakpointName, pass = 1): { around: Around; broken: Promise<void> } {
  let noteBroken = () => {};
  let isBroken = false;
  const broken = new Promise<void>((resolve) => (noteBroken = resolve));
  const reach = actAt({ ...breakpoints[name], pass }, () => {
    isBroken = true;
    noteBroken();
    throw new StartError('broken on purpose');
  });
  return {
    broken,
    around: async (call, proceed) => {
      // Calls that watch the log from outside are not part of the flow, and would be retried forever.
      if (isBroken && call.method !== 'partitions') throw new StartError('broken on purpose');
      return reach(call, proceed);
    },
  };
}

/** Disables planned ranges, and the search for rows stored beyond the last commit. */
export const withoutPlans: Around = ({ text }, proceed) => {
  if (new RegExp(breakpoints.planned.call).test(text)) return undefined;
  return text.includes('offset = (SELECT max(offset) FROM events') ? [] : proceed();
};
