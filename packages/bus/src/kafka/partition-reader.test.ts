/** Reads of a partition that returns no record: at the end of its log, and before it. */
import { ClusterConnection } from './cluster.ts';
import { PartitionLog } from './partition-log.ts';
import { PartitionReader } from './partition-reader.ts';

const endOffset = 5;
const limits = { recordsMax: 1, bytesMax: 1, waitMs: 0 };

/** A partition whose broker never returns a record. */
class EmptyLog extends PartitionLog {
  override async fetch() {
    return { records: [], endOffset };
  }
}

function read(from: number) {
  const log = new EmptyLog(new ClusterConnection([], 'events'), 2);
  return new PartitionReader(log, async () => {}, 0).read(from, limits, new AbortController().signal);
}

it('a read at the end of the log returns no record, however long there is none', async () => {
  expect(await read(endOffset)).toEqual([]);
});

it('a read before the end of the log rejects with the reason, once it has returned no record for too long', async () => {
  await expect(read(endOffset - 1)).rejects.toMatchObject({
    name: 'StartError',
    message: 'Partition 2 returns no record at offset 4, although its log ends at 5',
  });
});
