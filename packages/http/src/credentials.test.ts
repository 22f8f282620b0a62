import { readCredentials } from './credentials.ts';

describe('readCredentials', () => {
  it('finds no key without either header', () => {
    expect(readCredentials({})).toEqual({ kind: 'none' });
  });

  it.each([
    [{ authorization: 'Bearer pk_live_a' }],
    [{ authorization: 'bearer  pk_live_a ' }],
    [{ 'x-api-key': ' pk_live_a ' }],
    [{ authorization: 'Bearer pk_live_a', 'x-api-key': 'pk_live_a' }],
  ])('reads the key from %p', (headers) => {
    expect(readCredentials(headers)).toEqual({ kind: 'key', key: 'pk_live_a' });
  });

  it.each([
    [{ authorization: 'Bearer pk_live_a', 'x-api-key': 'pk_live_b' }],
    [{ authorization: 'Basic pk_live_a', 'x-api-key': 'pk_live_a' }],
  ])('takes headers that differ for a conflict: %p', (headers) => {
    expect(readCredentials(headers)).toEqual({ kind: 'conflict' });
  });

  it.each(['Basic cGs6', 'Bearer', 'Bearer a b', ''])(
    'takes Authorization %p for a key nobody has',
    (authorization) => {
      expect(readCredentials({ authorization })).toEqual({ kind: 'key', key: '' });
    },
  );
});
