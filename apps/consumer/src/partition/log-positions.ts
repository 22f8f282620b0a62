/** The positions in the log that rows of `events` have, as SQL. */
import type { EventRow } from '@footfall/warehouse';

/** The condition that a row is of the partition that is bound: `topicId`, `partition`. */
export const isOfPartition = 'incarnation = {topicId:String} AND partition = {partition:UInt16}';

/** The condition that a row is of the partition, at one of the offsets `from` (inclusive) to `to` (exclusive). */
export const isAtOffsets = `${isOfPartition} AND offset >= {from:UInt64} AND offset < {to:UInt64}`;

/** The identity of an event, and its offset. */
export type StoredIdentity = Pick<EventRow, 'offset' | 'workspaceId' | 'id'>;

/** The columns of a `StoredIdentity`. */
export const identityColumns = 'offset, workspace_id AS workspaceId, toString(id) AS id';
