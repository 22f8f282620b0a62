/** The environment of each suite: Node as usual, in a worker that ends with the run, so that no servers are started after it. */
import { TestEnvironment } from 'jest-environment-node';

const checkMs = 500;

// A listener for `disconnect` would keep the worker from ending by itself when the run is over. A run of one suite has no worker.
if (process.send !== undefined) {
  setInterval(() => {
    if (!process.connected) process.exit(1);
  }, checkMs).unref();
}

export default TestEnvironment;
