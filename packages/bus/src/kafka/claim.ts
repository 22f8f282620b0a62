/** A partition that is assigned to this process, for one generation of its group and one topic ID. */
import { AppError } from '@footfall/errors';
import type { PartitionClaim } from '../port.ts';
import type { ClusterConnection } from './cluster.ts';
import { GroupOffsets, type Member } from './group-offsets.ts';
import { PartitionLog } from './partition-log.ts';
import { PartitionReader } from './partition-reader.ts';
import type { TopicLife } from './topic-life.ts';

export interface ClaimPlace {
  topic: string;
  groupId: string;
  partition: number;
  life: TopicLife;
  member: Member;
}

export interface ClaimDeps {
  /** Not shared with other claims, because requests queue behind a fetch that waits for records. */
  connection: ClusterConnection;
  /** Rejects if the topic has a different ID. */
  checkLife: () => Promise<void>;
  /** Called when Kafka refuses a commit because the group has a new generation. */
  onFenced: () => void;
  stallMaxMs: number;
}

export function createClaim(
  { topic, groupId, partition, life, member }: ClaimPlace,
  { connection, checkLife, onFenced, stallMaxMs }: ClaimDeps,
  revoked: AbortSignal,
): PartitionClaim {
  const { incarnation } = life;
  const log = new PartitionLog(connection, topic, partition);
  const reader = new PartitionReader(log, checkLife, stallMaxMs);
  const offsets = new GroupOffsets(connection, topic, groupId);

  const checkOurs = () => {
    if (revoked.aborted) throw new AppError('CONFLICT', `Partition ${partition} was revoked`);
  };

  return {
    partition,
    incarnation,
    partitionCount: life.partitions,
    revoked,
    committed: async () => (await offsets.read([partition], incarnation)).get(partition),
    read: (from, limits) => reader.read(from, limits, revoked),
    async startOffset() {
      const offset = await log.startOffset();
      await checkLife();
      return offset;
    },
    endOffset: () => log.endOffset(),
    async commit(next) {
      checkOurs();
      try {
        await offsets.commit({ partition, incarnation, member }, next, checkOurs);
      } catch (error) {
        if (error instanceof AppError && error.code === 'CONFLICT') onFenced();
        throw error;
      }
    },
  };
}
