/** The first requests to Kafka: repeated while brokers are busy or starting, but not for a wrong address. */
import { StartError } from '@footfall/errors';
import { setTimeout as delay } from 'node:timers/promises';
import { isUnreachable, reasonOf, toFault } from './faults.ts';

const patienceMs = 15_000;
const pauseMs = 500;

/** Resolves with the result of `attempt`, which is repeated for 15 seconds. Rejects with a StartError that names the brokers. */
export async function untilStarted<Result>(
  brokers: readonly string[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const deadline = performance.now() + patienceMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      const fault = toFault(error);
      if (fault instanceof StartError) throw fault;
      if (performance.now() > deadline || isUnreachable(fault)) throw noResponse(brokers, reasonOf(fault));
      await delay(pauseMs);
    }
  }
}

function noResponse(brokers: readonly string[], reason: Error): StartError {
  const message = `Setting KAFKA_BROKERS: no broker at ${brokers.join(', ')} has responded as expected: ${reason.message}`;
  return new StartError(message, { cause: reason });
}
