/** The environment variables that the set-up of a test run passes to its workers. */
import { randomUUID } from 'node:crypto';

/** `true` or `false`: the availability of Docker. */
export const dockerVariable = 'FOOTFALL_TEST_DOCKER';
/** The name of the run. */
export const runVariable = 'FOOTFALL_TEST_RUN';
/** The label of every container of a run, so that its end can remove them. */
export const runLabel = 'footfall.test-run';

/** Returns the labels of every container; empty outside of a run. */
export function runLabels(): Record<string, string> {
  const run = process.env[runVariable];
  return run === undefined ? {} : { [runLabel]: run };
}

/** Returns the name under which a suite runs docker-compose.yml: the end of the run removes the rest of it. */
export function composeProject(): string {
  return `footfall-test-${(process.env[runVariable] ?? randomUUID()).slice(0, 8)}`;
}

/** Returns true if `ownServer` can be used in this run. */
export function dockerIsAtHand(): boolean {
  return process.env[dockerVariable] === 'true';
}
