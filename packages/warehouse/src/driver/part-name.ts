/** Names of parts: `<partition>_<first block>_<last block>_<level>`, and `_<mutation>` once a mutation has rewritten the part. */

const partPattern = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_\d+)?$/;

/** The inserted blocks that a part contains. */
export interface BlockRange {
  partition: string;
  firstBlock: number;
  lastBlock: number;
}

/** Returns undefined if `name` is not the name of a part. */
export function parsePart(name: string): BlockRange | undefined {
  const [, partition, firstBlock, lastBlock] = partPattern.exec(name) ?? [];
  if (partition === undefined) return undefined;
  return { partition, firstBlock: Number(firstBlock), lastBlock: Number(lastBlock) };
}

/** Returns true if `part` is `other`, or was merged from it. */
export function covers(part: BlockRange, other: BlockRange): boolean {
  return part.partition === other.partition && part.firstBlock <= other.firstBlock && part.lastBlock >= other.lastBlock;
}
