import { readCredentials } from './credentials.ts';

describe('readCredentials', () => {
  it('returns no key without either header', () => {
    expect(readCredentials({})).toEqual({ kind: 'none' });
  });

  it.each([
    [{ authorization: ['Bearer pk_live_a'] }],
    [{ authorization: ['bearer  pk_live_a '] }],
    [{ 'x-api-key': [' pk_live_a '] }],
    [{ authorization: ['Bearer pk_live_a'], 'x-api-key': ['pk_live_a'] }],
    [{ authorization: ['Bearer pk_live_a', 'bearer pk_live_a'], 'x-api-key': ['pk_live_a', 'pk_live_a'] }],
  ])('reads the key from %p', (headers) => {
    expect(readCredentials(headers)).toEqual({ kind: 'key', key: 'pk_live_a' });
  });

  it.each([
    [{ authorization: ['Bearer pk_live_a'], 'x-api-key': ['pk_live_b'] }],
    [{ authorization: ['Basic pk_live_a'], 'x-api-key': ['pk_live_a'] }],
    [{ authorization: ['Bearer pk_live_a', 'Bearer pk_live_b'] }],
    [{ authorization: ['Bearer pk_live_a', 'Basic cGs6'] }],
    [{ 'x-api-key': ['pk_live_a', 'pk_live_b'] }],
  ])('G17 reports a conflict for headers that differ: %p', (headers) => {
    expect(readCredentials(headers)).toEqual({ kind: 'conflict' });
  });

  it.each(['Basic cGs6', 'Bearer', 'Bearer a b', ''])('reads Authorization %p as an unknown key', (authorization) => {
    expect(readCredentials({ authorization: [authorization] })).toEqual({ kind: 'key', key: '' });
  });
});
