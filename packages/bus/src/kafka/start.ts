/** The first exchange with Kafka: patient with brokers that are busy or starting, not with a wrong address. */
import { StartError } from '@footfall/errors';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isNobodyThere, reasonOf, toFault } from './faults.ts';

const patienceMs = 15_000;
const pauseMs = 500;

/** The result of `attempt`, repeated for a while. Throws a StartError. */
export async function untilStarted<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const deadline = performance.now() + patienceMs; ;) {
    try {
      return await attempt();
    } catch (error) {
      const fault = toFault(error);
      if (fault instanceof StartError) throw fault;
      if (performance.now() > deadline || isNobodyThere(fault)) throw unanswered(reasonOf(fault));
      await delay(pauseMs);
    }
  }
}

function unanswered(reason: Error): StartError {
  const message = `Setting KAFKA_BROKERS: no broker there has answered as it should: ${reason.message}`;
  return new StartError(message, { cause: reason });
}
