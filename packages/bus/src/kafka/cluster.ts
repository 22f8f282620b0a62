/** A connection to the brokers for one topic. It recovers: after a fault, the next request opens a new one. */
import { unavailable } from '@footfall/errors';
import type { Cluster } from 'kafkajs';
import { withDeadline } from '@footfall/process';
import { KafkaClient } from './client.ts';
import { throwTooSlow, toFault } from './faults.ts';
import { clientLimits } from './limits.ts';

interface Opened {
  client: KafkaClient;
  cluster: Promise<Cluster>;
}

export class ClusterConnection {
  readonly topic: string;
  readonly #brokers: readonly string[];
  #opened: Opened | undefined;
  #closed = false;

  constructor(brokers: readonly string[], topic: string) {
    this.#brokers = brokers;
    this.topic = topic;
  }

  /** Resolves with the result of `request`. Rejects with the result of `toFault`, after a deadline at the latest. */
  async use<Result>(request: (cluster: Cluster) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw unavailable('The connection is closed');
    const opened = (this.#opened ??= this.#open());
    try {
      return await withDeadline(opened.cluster.then(request), clientLimits.deadlineMs, throwTooSlow);
    } catch (error) {
      // The cause may be an outdated list of brokers and leaders.
      if (this.#opened === opened) this.#opened = undefined;
      opened.client.close();
      throw toFault(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#opened?.client.close();
  }

  #open(): Opened {
    const client = new KafkaClient(this.#brokers);
    const cluster = client.cluster();
    const connected = cluster.connect().then(async () => {
      await cluster.addTargetTopic(this.topic);
      return cluster;
    });
    // Callers have a deadline, and may have stopped waiting for it.
    connected.catch(() => {});
    return { client, cluster: connected };
  }
}
