/** Membership in the Kafka group: kafkajs joins, sends heartbeats and leaves. Reading and committing are separate. */
import { PartitionAssigners, type RetryOptions } from 'kafkajs';
import { withDeadline } from '@footfall/process';
import { KafkaClient } from './client.ts';
import { type GroupAddress, groupIdOf, type Member } from './group-offsets.ts';
import { clientLimits, type KafkaBusLimits } from './limits.ts';

/** The retries of a member, which are many, because the others must wait for the session timeout of a member that gives up and returns. */
const patientRetry: RetryOptions = {
  retries: 20,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  // This driver joins again: a consumer that kafkajs restarts would fetch.
  restartOnFailure: async () => false,
};
const silenceCheckMs = 1_000;

export interface MembershipListener {
  /** Called when `partitions` are assigned to this process, and to no other. */
  onAssigned: (partitions: readonly number[], member: Member) => void;
  /** Called when all assigned partitions are revoked; may be called when there are none. */
  onRevoked: () => void;
  /** Called when the group has confirmed the membership and its partitions. */
  onConfirmed: () => void;
}

export interface Membership {
  /** Resolves with the reason when the membership is permanently lost. */
  readonly ended: Promise<unknown>;
  /** Releases the partitions at once, if Kafka responds. */
  leave(): Promise<void>;
}

export function joinGroup(
  { brokers, topic }: GroupAddress,
  limits: KafkaBusLimits,
  { onAssigned, onRevoked, onConfirmed }: MembershipListener,
): Membership {
  const client = new KafkaClient(brokers, patientRetry);
  let assigned: readonly number[] | undefined;
  /** True from the assignment of partitions until they are revoked. */
  let isAssigned = false;
  let lastConfirmed = performance.now();
  let end: (reason: unknown) => void = () => {};
  const ended = new Promise<unknown>((resolve) => {
    end = resolve;
  });

  const consumer = client.kafka.consumer({
    groupId: groupIdOf(topic),
    sessionTimeout: limits.sessionTimeoutMs,
    rebalanceTimeout: limits.rebalanceTimeoutMs,
    // The loop of kafkajs waits this long, then sends a heartbeat.
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
          // Called right before every request to join: from then on the partitions may be assigned to others.
          protocol(subscription) {
            assigned = undefined;
            isAssigned = false;
            onRevoked();
            return assigner.protocol(subscription);
          },
        };
      },
    ],
  });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    assigned = payload.memberAssignment[topic] ?? [];
  });
  // Only the first heartbeat after a join contains the generation, which commits need.
  consumer.on(consumer.events.HEARTBEAT, ({ payload: { memberId, groupGenerationId } }) => {
    if (assigned !== undefined) {
      isAssigned = true;
      onAssigned(assigned, { memberId, groupGenerationId });
      assigned = undefined;
    }
    // If the response with its partitions is lost, kafkajs continues without any, while the group counts it as a member that has them.
    if (!isAssigned) return;
    lastConfirmed = performance.now();
    onConfirmed();
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => end(payload.error));

  const silenceCheck = setInterval(() => {
    if (performance.now() - lastConfirmed > limits.silenceMaxMs)
      end(new Error('The group does not confirm the membership and its partitions'));
  }, silenceCheckMs);

  const start = async () => {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const running = consumer.run({ autoCommit: false, eachBatch: async () => {} });
    // In the same turn of the event loop, before the consumer can fetch: it only sends heartbeats.
    consumer.pause([{ topic }]);
    await running;
  };
  start().catch(end);

  return {
    ended,
    async leave() {
      clearInterval(silenceCheck);
      // If Kafka does not respond in time, the session timeout ends the membership.
      await withDeadline(consumer.disconnect(), clientLimits.leaveMs, () => {}).catch(() => {});
      client.close();
    },
  };
}
