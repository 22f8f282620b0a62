/** The verdict of `footfall reconcile`. */
import { renderReconcileReport } from './reconcile.ts';

const none = { missing: 0, duplicateOffsets: 0, duplicateIds: 0 };
const partition = {
  partition: 0,
  topicId: 'topic-id',
  log: { from: 0, to: 1, committed: 1 },
  distinct: 1,
  duplicates: 0,
  deadLetters: 0,
  deleted: 0,
  uncompared: 0,
  gaps: [],
  lost: 0,
  beyondEnd: 0,
  replaced: 0,
  ...none,
};

it.each([
  [1, '1 row, each offset'],
  [1_234, '1,234 rows, each offset'],
])('counts %d rows', (rows, text) => {
  const report = { isExact: true, waiting: 0, partitions: [{ ...partition, rows }], repaired: none };
  expect(renderReconcileReport(report)).toContain(`\nExact: ${text}`);
});

it('counts records that were deleted before they were stored, and says how the consumer continues', () => {
  const log = { from: 2_550, to: 2_622, committed: 2_450 };
  const partitions = [{ ...partition, partition: 3, log, rows: 2_450, distinct: 2_450, lost: 100 }];
  const text = renderReconcileReport({ isExact: false, waiting: 72, partitions, repaired: none });
  expect(text).toMatch(/^PARTITION .* MISSING +LOST +DUPLICATE OFFSETS/);
  expect(text).toContain(
    '\nPartition 3: the next offset to store is 2,450, but the log begins at 2,550: 100 offsets lost. To continue without them, set KAFKA_OFFSET_RESET=earliest.\n',
  );
  expect(text).toMatch(/\nNot exact: 100 offsets lost; 72 offsets not stored yet\.$/);
});

it('counts rows at whose offsets the log has other events', () => {
  const partitions = [{ ...partition, rows: 10, distinct: 10, replaced: 3 }];
  const text = renderReconcileReport({ isExact: false, waiting: 0, partitions, repaired: none });
  expect(text).toMatch(/\nPartition 0: at the offsets of 3 rows, the log has another event: it lost its end /);
  expect(text).toMatch(/\nNot exact: the log has other events at the offsets of 3 rows\.$/);
});
