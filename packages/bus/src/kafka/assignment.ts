/** A partition that is assigned to this process, for one generation of its group and one topic ID. */
import { AppError } from '@footfall/errors';
import type { Assignment } from '../port.ts';
import type { ClusterConnection } from './cluster.ts';
import { GroupOffsets, type Member } from './group-offsets.ts';
import { PartitionLog } from './partition-log.ts';
import { PartitionReader } from './partition-reader.ts';
import type { TopicIdentity } from './topic-identity.ts';

interface AssignmentOptions {
  partition: number;
  identity: TopicIdentity;
  member: Member;
  /** A separate connection for each assignment, because requests queue behind a fetch that waits for records. */
  connection: ClusterConnection;
  /** Rejects if the topic has a different ID. */
  checkIdentity: () => Promise<void>;
  /** Called when Kafka refuses a commit because the group has a new generation. */
  onFenced: () => void;
  stallMaxMs: number;
  revoked: AbortSignal;
}

export function createAssignment({
  partition,
  identity,
  member,
  connection,
  checkIdentity,
  onFenced,
  stallMaxMs,
  revoked,
}: AssignmentOptions): Assignment {
  const { topicId } = identity;
  const log = new PartitionLog(connection, partition);
  const reader = new PartitionReader(log, checkIdentity, stallMaxMs);
  const offsets = new GroupOffsets(connection);

  const requireNotRevoked = () => {
    if (revoked.aborted) throw new AppError('CONFLICT', `Partition ${partition} was revoked`);
  };

  return {
    partition,
    topicId,
    partitionCount: identity.partitions,
    revoked,
    committed: async () => (await offsets.read([partition], topicId)).get(partition),
    read: (from, limits) => reader.read(from, limits, revoked),
    async startOffset() {
      const offset = await log.startOffset();
      await checkIdentity();
      return offset;
    },
    endOffset: () => log.endOffset(),
    async commit(next) {
      requireNotRevoked();
      try {
        await offsets.commit({ partition, topicId, member }, next, requireNotRevoked);
      } catch (error) {
        if (error instanceof AppError && error.code === 'CONFLICT') onFenced();
        throw error;
      }
    },
  };
}
