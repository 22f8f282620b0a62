/** The environment of each suite: Node as usual, in a worker that ends with the run, so that no servers are started after it. */
import { TestEnvironment } from 'jest-environment-node';

process.removeListener('disconnect', end);
process.once('disconnect', end);

function end(): never {
  process.exit(1);
}

export default TestEnvironment;
