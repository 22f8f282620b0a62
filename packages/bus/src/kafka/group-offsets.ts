/** The commits of the consumer group for one topic. */
import type { Broker, Cluster } from 'kafkajs';
import { z } from 'zod';
import { type Commit, consumerGroup } from '../port.ts';
import type { ClusterConnection } from './cluster.ts';
import { decodeCommit, encodeMetadata } from './commit-metadata.ts';

/** The group that consumes a topic. */
export interface GroupAddress {
  brokers: readonly string[];
  topic: string;
}

/** Returns the group's ID in Kafka. It contains the topic, so that installations on different topics of the same brokers are independent. */
export function groupIdOf(topic: string): string {
  return `${topic}.${consumerGroup}`;
}

/** The member that commits. Kafka refuses a commit of an earlier generation of the group. */
export interface Member {
  memberId: string;
  groupGenerationId: number;
}

const responseSchema = z.object({
  responses: z.array(
    z.object({
      partitions: z.array(z.object({ partition: z.int(), offset: z.string(), metadata: z.string().nullable() })),
    }),
  ),
});

export class GroupOffsets {
  readonly #connection: ClusterConnection;
  readonly #groupId: string;
  #coordinator: { cluster: Cluster; broker: Broker } | undefined;

  constructor(connection: ClusterConnection) {
    this.#connection = connection;
    this.#groupId = groupIdOf(connection.topic);
  }

  /** Resolves with the commits of `partitions` for this topic ID, by partition. */
  async read(partitions: readonly number[], topicId: string): Promise<ReadonlyMap<number, Commit>> {
    const requested = partitions.map((partition) => ({ partition, offset: '' }));
    const response = await this.#connection.use(async (cluster) =>
      (await this.#coordinatorOf(cluster)).offsetFetch({
        groupId: this.#groupId,
        topics: [{ topic: this.#connection.topic, partitions: requested }],
      }),
    );
    const found = responseSchema.parse(response).responses.flatMap((topic) => topic.partitions);
    return new Map(
      found.flatMap((stored) => {
        const commit = decodeCommit(topicId, stored);
        return commit === undefined ? [] : [[stored.partition, commit] as const];
      }),
    );
  }

  /** Resolves once the commit is durable. Rejects with CONFLICT if the group continued without this member. `check` is called right before the request, and may throw. */
  async commit(
    { partition, topicId, member }: { partition: number; topicId: string; member: Member },
    { offset, metadata }: Commit,
    check: () => void,
  ): Promise<void> {
    const next = { partition, offset: String(offset), metadata: encodeMetadata(topicId, metadata) };
    await this.#connection.use(async (cluster) => {
      const coordinator = await this.#coordinatorOf(cluster);
      check();
      await coordinator.offsetCommit({
        groupId: this.#groupId,
        ...member,
        topics: [{ topic: this.#connection.topic, partitions: [next] }],
      });
    });
  }

  async #coordinatorOf(cluster: Cluster): Promise<Broker> {
    const known = this.#coordinator;
    if (known?.cluster === cluster && known.broker.isConnected()) return known.broker;
    const broker = await cluster.findGroupCoordinator({ groupId: this.#groupId });
    this.#coordinator = { cluster, broker };
    return broker;
  }
}
