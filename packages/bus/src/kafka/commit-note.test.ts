/** The metadata of a commit in Kafka. */
import { decodeCommit, encodeNote } from './commit-note.ts';

const life = '00112233445566778899aabbccddeeff';
const another = 'ffeeddccbbaa99887766554433221100';

describe('a commit', () => {
  it.each(['', '{"v":1,"to":9}', 'with | and\nlines'])('is returned with its metadata %j', (metadata) => {
    const stored = { offset: '7', metadata: encodeNote(life, metadata) };
    expect(decodeCommit(life, stored)).toEqual({ offset: 7, metadata });
  });

  it('is ignored if it is of another topic ID', () => {
    expect(decodeCommit(life, { offset: '7', metadata: encodeNote(another, '') })).toBeUndefined();
  });

  it('is undefined if there is none', () => {
    expect(decodeCommit(life, { offset: '-1', metadata: '' })).toBeUndefined();
  });

  it.each([
    [null, ''],
    ['', ''],
    ['{"v":9}', '{"v":9}'],
  ])('with metadata in another format, %j, is returned unchanged', (metadata, passedOn) => {
    expect(decodeCommit(life, { offset: '7', metadata })).toEqual({ offset: 7, metadata: passedOn });
  });
});
