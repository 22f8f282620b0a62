/** What the set-up of a run of the tests leaves in the environment for its workers. */
import { randomUUID } from 'node:crypto';

/** Whether there is Docker: `true` or `false`. */
export const dockerVariable = 'FOOTFALL_TEST_DOCKER';
/** The name of the run. */
export const runVariable = 'FOOTFALL_TEST_RUN';
/** What every container of a run is marked with, so that its end can remove them. */
export const runLabel = 'footfall.test-run';

/** Of every container; empty outside of a run. */
export function runLabels(): Record<string, string> {
  const run = process.env[runVariable];
  return run === undefined ? {} : { [runLabel]: run };
}

/** The name under which a suite runs docker-compose.yml: the end of the run removes what is left of it. */
export function composeProject(): string {
  return `footfall-test-${(process.env[runVariable] ?? randomUUID()).slice(0, 8)}`;
}

/** Whether `ownServer` can be used in this run. */
export function dockerIsAtHand(): boolean {
  return process.env[dockerVariable] === 'true';
}
