/**
 * The order of suites: those that take minutes come first, so that at the end no worker waits long for another.
 * Plain JavaScript, because Jest transforms nothing before it knows the order.
 */
import Sequencer from '@jest/test-sequencer';

/**
 * Docker adds and removes network interfaces with every container, and Chromium then drops the requests in progress.
 * So suites that start containers come first, and suites with a browser once those are over.
 */
const startContainers = [
  'packages/testing/src/compose.int.test.ts',
  'packages/testing/src/cluster/outages.int.test.ts',
  'packages/testing/src/cluster/endings.int.test.ts',
  'packages/bus/src/kafka-faults.int.test.ts',
  'packages/state/src/redis-faults.int.test.ts',
  'packages/warehouse/src/driver/server/own.int.test.ts',
  'packages/warehouse/src/parts/damage-on-server.int.test.ts',
];

const takeLong = [
  'packages/testing/src/kill.int.test.ts',
  'packages/testing/src/exploring.int.test.ts',
  'apps/standalone/src/process.int.test.ts',
  'packages/testing/src/property.int.test.ts',
  'apps/consumer/src/roll-up.int.test.ts',
  'apps/consumer/src/processes.int.test.ts',
  'packages/warehouse/src/verify/verify.int.test.ts',
  'packages/warehouse/src/rollups/worker.int.test.ts',
  'packages/testing/src/cluster/side-by-side.int.test.ts',
  'apps/consumer/src/kafka.int.test.ts',
  'apps/consumer/src/reconcile/reconcile.int.test.ts',
  'packages/testing/src/time-zones.int.test.ts',
  'apps/standalone/src/memory.int.test.ts',
];

const openBrowsers = [
  'packages/tracker/src/in-browsers/visits.int.test.ts',
  'apps/dashboard/src/dashboard.int.test.ts',
  'packages/tracker/src/in-browsers/surroundings.int.test.ts',
  'packages/testing/src/proxies.int.test.ts',
];

/** Every other suite is short and comes last. */
const order = [...startContainers, ...takeLong, ...openBrowsers];

export default class SuiteOrder extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Jest's, not of arrays.
    return super.sort(tests).toSorted((a, b) => place(a) - place(b));
  }
}

function place({ path }) {
  const found = order.findIndex((file) => path.endsWith(file));
  return found === -1 ? order.length : found;
}
