/**
 * The order of suites: those that run for minutes come first, so that at the end no worker waits long for another.
 * Plain JavaScript, because Jest transforms nothing before it knows the order.
 */
import Sequencer from '@jest/test-sequencer';

/**
 * Docker adds and removes network interfaces with every container, and Chromium then drops the requests in progress.
 * So suites that start containers come first, and suites with a browser once those are over.
 */
const startContainers = [
  'packages/testing/src/compose.int.test.ts',
  'packages/testing/src/cluster/endings.int.test.ts',
  'packages/testing/src/cluster/outages.int.test.ts',
  'packages/bus/src/kafka-faults.int.test.ts',
  'packages/state/src/redis-faults.int.test.ts',
  'packages/warehouse/src/driver/server/own.int.test.ts',
  'packages/warehouse/src/parts/damage-on-server.int.test.ts',
];

/** These fill the time until the containers are removed. */
const takeLong = [
  'packages/testing/src/kill.int.test.ts',
  'packages/testing/src/property.int.test.ts',
  'packages/testing/src/exploring.int.test.ts',
  'apps/standalone/src/process.int.test.ts',
];

const openBrowsers = [
  'apps/dashboard/src/dashboard.int.test.ts',
  'packages/tracker/src/in-browsers/measurements.int.test.ts',
  'packages/tracker/src/in-browsers/robustness.int.test.ts',
  'packages/testing/src/proxies.int.test.ts',
];

/** Every suite that runs for more than about ten seconds, the longest first: many are short files that run a long contract on each driver. */
const takeSeconds = [
  'apps/standalone/src/memory.int.test.ts',
  'apps/consumer/src/kafka.int.test.ts',
  'apps/consumer/src/processes.int.test.ts',
  'apps/consumer/src/rollups.int.test.ts',
  'packages/warehouse/src/verify/verify.int.test.ts',
  'packages/warehouse/src/rollups/worker.int.test.ts',
  'apps/consumer/src/reconcile/reconcile.int.test.ts',
  'apps/cli/src/store/repair.int.test.ts',
  'apps/consumer/src/duplicates/duplicates.int.test.ts',
  'packages/warehouse/src/driver/contract/warehouse.int.test.ts',
  'apps/cli/src/store/local.int.test.ts',
  'packages/warehouse/src/queries/endpoints/agreement.int.test.ts',
  'packages/warehouse/src/stores/key-store.int.test.ts',
  'packages/testing/src/cluster/side-by-side.int.test.ts',
  'packages/bus/src/kafka-group.int.test.ts',
  'apps/query/src/conformance.int.test.ts',
  'apps/cli/src/store/verify.int.test.ts',
  'apps/consumer/src/app.int.test.ts',
  'packages/warehouse/src/stores/belonging-store.int.test.ts',
  'packages/warehouse/src/stores/people-store.int.test.ts',
  'packages/bus/src/kafka.int.test.ts',
  'apps/query/src/admin/access.int.test.ts',
  'packages/warehouse/src/schema/migrate.int.test.ts',
  'apps/cli/src/assistant/assistant.int.test.ts',
  'packages/warehouse/src/driver/embedded/process.int.test.ts',
  'apps/standalone/src/data-dir.int.test.ts',
  'packages/data-directory/src/data-directory.int.test.ts',
  'packages/warehouse/src/parts/damage.int.test.ts',
  'packages/warehouse/src/queries/endpoints/isolation.int.test.ts',
  'apps/standalone/src/standalone.int.test.ts',
  'packages/warehouse/src/driver/server/faults.int.test.ts',
  'scripts/audit.test.ts',
  'apps/consumer/src/reconcile/killed.int.test.ts',
  'packages/warehouse/src/stores/snapshot.int.test.ts',
  'packages/warehouse/src/queries/endpoints/filters.int.test.ts',
  'packages/bus/src/embedded.int.test.ts',
  'apps/standalone/src/start.int.test.ts',
  'packages/warehouse/src/explain/pruning.int.test.ts',
  'packages/warehouse/src/driver/server/start.int.test.ts',
  'packages/bus/src/kafka-topics.int.test.ts',
  'apps/query/src/admin/routes/sign-in.int.test.ts',
  'apps/standalone/src/damage.int.test.ts',
  'apps/ingest/src/admission/flood.int.test.ts',
  'packages/testing/src/intake.int.test.ts',
];

/** Every other suite is short and comes last. */
const order = [...startContainers, ...takeLong, ...openBrowsers, ...takeSeconds];

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
