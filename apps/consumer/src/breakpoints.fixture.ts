/** Places between the calls of a partition's ports, and faults there, for tests. */
import { StartError } from '@footfall/errors';
import { actAt, type Around, type CallPlace } from '@footfall/test-servers';

/** Places after the commit of a planned range, after its insert, and after the commit that it is done. */
export const callPlaces = {
  planned: { moment: 'after', call: '^commit .*"metadata":"\\{' },
  inserted: { moment: 'after', call: '^insert events ' },
  committed: { moment: 'after', call: '^commit .*"metadata":""' },
} as const satisfies Record<string, Omit<CallPlace, 'pass'>>;
export type PlaceName = keyof typeof callPlaces;

/** Simulates a kill: from the `pass`th time that any partition reaches the place on, no call runs, and each rejects with a fault that is not retried. `broken` resolves then. */
export function breakAt(name: PlaceName, pass = 1): { around: Around; broken: Promise<void> } {
  let noteBroken = () => {};
  let isBroken = false;
  const broken = new Promise<void>((resolve) => (noteBroken = resolve));
  const reach = actAt({ ...callPlaces[name], pass }, () => {
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
  if (new RegExp(callPlaces.planned.call).test(text)) return undefined;
  return text.includes('offset = (SELECT max(offset) FROM events') ? [] : proceed();
};
