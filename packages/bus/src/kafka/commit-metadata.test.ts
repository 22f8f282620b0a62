/** The metadata of a commit in Kafka. */
import { decodeCommit, encodeMetadata } from './commit-metadata.ts';

const topicId = '00112233445566778899aabbccddeeff';
const otherTopicId = 'ffeeddccbbaa99887766554433221100';

describe('a commit', () => {
  it.each(['', '{"v":1,"to":9}', 'with | and\nlines'])('is returned with its metadata %j', (metadata) => {
    const stored = { offset: '7', metadata: encodeMetadata(topicId, metadata) };
    expect(decodeCommit(topicId, stored)).toEqual({ offset: 7, metadata });
  });

  it('is ignored if it belongs to another topic ID', () => {
    expect(decodeCommit(topicId, { offset: '7', metadata: encodeMetadata(otherTopicId, '') })).toBeUndefined();
  });

  it('is undefined if there is none', () => {
    expect(decodeCommit(topicId, { offset: '-1', metadata: '' })).toBeUndefined();
  });

  it.each([
    [null, ''],
    ['', ''],
    ['{"v":9}', '{"v":9}'],
  ])('with metadata in another format, %j, is returned unchanged', (metadata, passedOn) => {
    expect(decodeCommit(topicId, { offset: '7', metadata })).toEqual({ offset: 7, metadata: passedOn });
  });
});
