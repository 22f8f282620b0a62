/** The environment of each suite: Node as usual, in a worker that ends with the run, so that no servers are started after it. */
import { TestEnvironment } from 'jest-environment-node';

const checkMs = 500;

// A listener for `disconnect` would prevent the worker from exiting when the run is over. A run of one suite has no worker.
if (process.send !== undefined) {
  setInterval(() => {
    if (!process.connected) process.exit(1);
  }, checkMs).unref();
}

/**
 * The globals in which lmdb records what it has passed to its native part. That part is loaded once for all suites of a worker and
 * never releases anything: a suite without these globals would pass it further functions, and so keep all its modules in memory.
 */
const lmdbGlobals = ['__lmdb_read_callback', '__lmdb_envs__'];
const ofLmdb: Record<string, unknown> = {};

export default class WorkerEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, ofLmdb);
  }

  override async teardown(): Promise<void> {
    for (const name of lmdbGlobals) if (name in this.global) ofLmdb[name] = Reflect.get(this.global, name);
    await super.teardown();
  }
}
