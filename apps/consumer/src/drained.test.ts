import { drained } from './drained.ts';

describe('drained', () => {
  it('resolves although the records and the commit of an idle partition have expired', async () => {
    let reads = 0;
    const idle = { partition: 0, topicId: 'topic', startOffset: 5, endOffset: 5, read: async () => [] };
    const partitions = async () => {
      reads += 1;
      return [{ ...idle, committed: reads > 2 ? { offset: 5, metadata: '' } : undefined }];
    };
    await drained({ partitions }, () => false);
    expect(reads).toBe(2);
  });
});
