/**
 * The order of suites: those that take minutes come first, so that at the end no worker waits long for another.
 * Plain JavaScript, because Jest transforms nothing before it knows the order.
 */
import Sequencer from '@jest/test-sequencer';

/** Longest first, but browsers after the suites that start containers: their network interfaces interrupt a browser's requests. */
const longest = [
  'packages/testing/src/compose.int.test.ts',
  'packages/testing/src/cluster/endings.int.test.ts',
  'packages/testing/src/cluster/outages.int.test.ts',
  'packages/testing/src/kill.int.test.ts',
  'packages/tracker/src/visits.int.test.ts',
  'apps/dashboard/src/dashboard.int.test.ts',
  'packages/tracker/src/surroundings.int.test.ts',
  'packages/testing/src/exploring.int.test.ts',
  'apps/standalone/src/process.int.test.ts',
  'packages/testing/src/property.int.test.ts',
  'apps/consumer/src/roll-up.int.test.ts',
  'apps/consumer/src/processes.int.test.ts',
  'packages/warehouse/src/verify/verify.int.test.ts',
  'packages/warehouse/src/rollups/worker.int.test.ts',
  'packages/testing/src/cluster/side-by-side.int.test.ts',
  'apps/consumer/src/kafka.int.test.ts',
  'packages/bus/src/kafka-faults.int.test.ts',
  'apps/consumer/src/reconcile/reconcile.int.test.ts',
  'packages/testing/src/time-zones.int.test.ts',
  'apps/standalone/src/memory.int.test.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Jest's, not of arrays.
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
}

function place({ path }) {
  const found = longest.findIndex((file) => path.endsWith(file));
  return found === -1 ? longest.length : found;
}
