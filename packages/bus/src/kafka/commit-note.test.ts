/** A commit's note in Kafka. */
import { decodeCommit, encodeNote } from './commit-note.ts';

const life = '00112233445566778899aabbccddeeff';
const another = 'ffeeddccbbaa99887766554433221100';

describe('a commit', () => {
  it.each(['', '{"v":1,"to":9}', 'with | and\nlines'])('comes back with its note %j', (metadata) => {
    const stored = { offset: '7', metadata: encodeNote(life, metadata) };
    expect(decodeCommit(life, stored)).toEqual({ offset: 7, metadata });
  });

  it('of another life of the topic is none', () => {
    expect(decodeCommit(life, { offset: '7', metadata: encodeNote(another, '') })).toBeUndefined();
  });

  it('that was never made is none', () => {
    expect(decodeCommit(life, { offset: '-1', metadata: '' })).toBeUndefined();
  });

  it.each([
    [null, ''],
    ['', ''],
    ['{"v":9}', '{"v":9}'],
  ])('with a note that is none of ours, %j, is passed on', (metadata, passedOn) => {
    expect(decodeCommit(life, { offset: '7', metadata })).toEqual({ offset: 7, metadata: passedOn });
  });
});
