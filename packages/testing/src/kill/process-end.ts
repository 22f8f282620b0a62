/** Ends a process between two calls of its ports, for tests that start it. */
import { actAt, type Around, type CallPlace } from '@footfall/test-servers';

/** Plain JSON. */
export interface ProcessEnd {
  place: CallPlace;
  /** `stuck`: the process stays alive, but its caller never gets past the place. */
  by: 'SIGKILL' | 'process.exit' | 'stuck';
}

/** Places on the path of a batch of events into the warehouse. */
export const places = {
  planned: (pass: number): CallPlace => ({ moment: 'after', call: '^commit .*"metadata":"[^"]', pass }),
  inserted: (pass: number): CallPlace => ({ moment: 'after', call: '^insert events ', pass }),
  committed: (pass: number): CallPlace => ({ moment: 'after', call: '^commit .*"metadata":""', pass }),
  /** Any write other than of events: by the rollup worker, while there is load. */
  rollingUp: (moment: CallPlace['moment'], pass: number): CallPlace => ({
    moment,
    call: '^command |^insert (?!events )',
    pass,
  }),
};

/** Ends this process as specified; prints `at the place` when it gets there. `whenStuck` is called if it is to stay. */
export function endingAround({ place, by }: ProcessEnd, whenStuck: () => void = () => {}): Around {
  return actAt(place, async () => {
    process.stdout.write('at the place\n');
    if (by === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
    if (by === 'process.exit') process.exit();
    whenStuck();
    await new Promise(() => {});
  });
}
