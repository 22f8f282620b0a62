/** Where each suite runs: Node as usual, in a worker that ends when the run has ended, so that nobody starts servers for nobody. */
import { TestEnvironment } from 'jest-environment-node';

process.removeListener('disconnect', end);
process.once('disconnect', end);

function end(): never {
  process.exit(1);
}

export default TestEnvironment;
