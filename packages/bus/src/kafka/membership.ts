/** A place in a Kafka group: kafkajs joins, keeps it alive and leaves; who may read and commit what follows from it. */
import { performance } from 'node:perf_hooks';
import { PartitionAssigners, type RetryOptions } from 'kafkajs';
import { KafkaClient } from './client.ts';
import { withDeadline } from './deadline.ts';
import type { Member } from './group-offsets.ts';
import { clientLimits, type KafkaBusLimits } from './limits.ts';

/** Patient, because a member that gives up and comes back makes the others wait until its old place has run out. */
const patientRetry: RetryOptions = {
  retries: 20,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  // We join anew by ourselves: a consumer that kafkajs restarts would fetch.
  restartOnFailure: async () => false,
};
const silenceCheckMs = 1_000;

export interface MembershipListener {
  /** The group has given us `partitions`, and nobody else has them. */
  onTaken: (partitions: readonly number[], member: Member) => void;
  /** What was taken is no longer ours, from now on; called more often than needed. */
  onLost: () => void;
  /** The group has confirmed our place. */
  onConfirmed: () => void;
}

export interface Membership {
  /** Resolves with the reason when the place is lost for good. */
  readonly ended: Promise<unknown>;
  /** Gives the partitions back at once, if Kafka answers. */
  leave(): Promise<void>;
}

export function joinGroup(
  { brokers, groupId, topic }: { brokers: readonly string[]; groupId: string; topic: string },
  limits: KafkaBusLimits,
  { onTaken, onLost, onConfirmed }: MembershipListener,
): Membership {
  const client = new KafkaClient(brokers, patientRetry);
  let assigned: readonly number[] | undefined;
  let lastConfirmed = performance.now();
  let end: (reason: unknown) => void = () => {};
  const ended = new Promise<unknown>((resolve) => {
    end = resolve;
  });

  const consumer = client.kafka.consumer({
    groupId,
    sessionTimeout: limits.sessionTimeoutMs,
    rebalanceTimeout: limits.rebalanceTimeoutMs,
    // Its loop waits so long, and sends a heartbeat whenever it has waited.
    maxWaitTimeInMs: limits.heartbeatIntervalMs,
    heartbeatInterval: 0,
    metadataMaxAge: limits.metadataAgeMs,
    allowAutoTopicCreation: false,
    retry: patientRetry,
    partitionAssigners: [
      (config) => {
        const assigner = PartitionAssigners.roundRobin(config);
        return {
          ...assigner,
          // Called right before every request to join: from then on the partitions may be another's.
          protocol(subscription) {
            assigned = undefined;
            onLost();
            return assigner.protocol(subscription);
          },
        };
      },
    ],
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    assigned = payload.memberAssignment[topic] ?? [];
  });
  // The first heartbeat after a join: it alone tells the generation, which commits need.
  consumer.on(consumer.events.HEARTBEAT, ({ payload: { memberId, groupGenerationId } }) => {
    lastConfirmed = performance.now();
    onConfirmed();
    if (assigned !== undefined) onTaken(assigned, { memberId, groupGenerationId });
    assigned = undefined;
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));

  const silenceCheck = setInterval(() => {
    if (performance.now() - lastConfirmed > limits.silenceMaxMs)
      end(new Error('The group does not confirm our place in it'));
  }, silenceCheckMs);

  const start = async () => {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const running = consumer.run({ autoCommit: false, eachBatch: async () => {} });
    // In the same turn, before it could fetch: all it shall do is keep the place.
    consumer.pause([{ topic }]);
    await running;
  };
  start().catch(end);

  return {
    ended,
    async leave() {
      clearInterval(silenceCheck);
      // What does not answer in time is left to the session's timeout.
      await withDeadline(consumer.disconnect(), clientLimits.leaveMs).catch(() => {});
      client.close();
    },
  };
}
