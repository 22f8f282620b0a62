/** Requests the current topic ID and the number of partitions from the brokers. */
import { StartError, unavailable } from '@footfall/errors';
import { sendRequest } from './send-request.ts';
import { isUnreachable, restartCreates, toFault } from './faults.ts';
import { metadataRequest, readTopicIdentity, TopicError, type TopicIdentity } from './topic-identity.ts';

const requestDeadlineMs = 1_500;
const topicAuthorizationFailed = 29;

export class TopicLookup {
  #brokers: readonly string[];
  readonly #topic: string;
  #lastRequest: Promise<void> = Promise.resolve();
  #next: Promise<TopicIdentity | undefined> | undefined;

  constructor(brokers: readonly string[], topic: string) {
    this.#brokers = brokers;
    this.#topic = topic;
  }

  /** Resolves with the topic's identity as of this call or later; undefined if the topic does not exist. Concurrent callers share a request. Rejects with UNAVAILABLE if no broker responds. */
  identity(): Promise<TopicIdentity | undefined> {
    this.#next ??= this.#lastRequest.then(() => {
      this.#next = undefined;
      const identity = this.#request();
      this.#lastRequest = identity.then(noop, noop);
      return identity;
    });
    return this.#next;
  }

  /** Resolves with the topic's identity like `identity`; rejects with UNAVAILABLE if the topic does not exist. */
  async requireIdentity(): Promise<TopicIdentity> {
    const identity = await this.identity();
    if (identity === undefined)
      throw unavailable(`The topic ${this.#topic} does not exist any more: ${restartCreates}`);
    return identity;
  }

  /** Tries one broker after the other; the one that responds is tried first the next time. */
  async #request(): Promise<TopicIdentity | undefined> {
    const faults: unknown[] = [];
    for (const broker of this.#brokers) {
      try {
        const { request, correlationId } = metadataRequest(this.#topic);
        const identity = readTopicIdentity(await sendRequest(broker, request, requestDeadlineMs), correlationId);
        this.#brokers = this.#brokers.toSorted((a, b) => Number(b === broker) - Number(a === broker));
        return identity;
      } catch (error) {
        if (error instanceof TopicError && error.code === topicAuthorizationFailed) {
          throw new StartError(`Kafka refuses access to the topic ${this.#topic}: allow it`, { cause: error });
        }
        faults.push(error);
      }
    }
    // The fault of a broker that responded is more useful than that of an unreachable one.
    throw toFault(faults.find((fault) => !isUnreachable(fault)) ?? faults[0]);
  }
}

function noop(): void {}
