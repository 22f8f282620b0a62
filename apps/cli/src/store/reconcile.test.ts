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
  beyondEnd: 0,
  ...none,
};

it.each([
  [1, '1 row, each offset'],
  [1_234, '1,234 rows, each offset'],
])('counts %d rows', (rows, text) => {
  const report = { isExact: true, waiting: 0, partitions: [{ ...partition, rows }], repaired: none };
  expect(renderReconcileReport(report)).toContain(`\nExact: ${text}`);
});
