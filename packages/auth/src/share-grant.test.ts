import { isGrantOf, issueGrant, shareOfGrant } from './share-grant.ts';
import { generateToken } from './token.ts';

const share = { shareId: 'shr_0123456789abcdefghij', token: generateToken(), secret: generateToken() };
const nowMs = Date.UTC(2026, 2, 1);

describe('a grant', () => {
  const grant = issueGrant(share, nowMs + 1);

  it('is valid for its share until it expires', () => {
    expect(shareOfGrant(grant)).toBe(share.shareId);
    expect(isGrantOf(share, grant, nowMs)).toBe(true);
    expect(isGrantOf(share, grant, nowMs + 1)).toBe(false);
  });

  it('is void if any part of it is changed', () => {
    expect(isGrantOf({ ...share, secret: generateToken() }, grant, nowMs)).toBe(false);
    expect(isGrantOf({ ...share, shareId: 'shr_0000000000000000000a' }, grant, nowMs)).toBe(false);
    expect(isGrantOf(share, grant.replace('shr_0', 'shr_1'), nowMs)).toBe(false);
    expect(isGrantOf(share, grant.replace(String(nowMs + 1), String(nowMs + 2)), nowMs)).toBe(false);
    for (let place = 0; place < grant.length; place += 1) {
      const other = grant[place] === 'A' ? 'B' : 'A';
      expect(isGrantOf(share, grant.slice(0, place) + other + grant.slice(place + 1), nowMs)).toBe(false);
    }
  });

  it('does not reveal the secret or the token', () => {
    expect(grant).not.toContain(share.secret);
    expect(grant).not.toContain(share.token);
  });
});
