/** Proofs that a browser has signed in before: each for one account and one password only. */
import { isBrowserProofOf, issueBrowserProof } from './known-browser.ts';

const passwordHash = 'scrypt$15$8$3$c2FsdA$aGFzaA';

describe('a known browser', () => {
  it('is recognized by the account that it has signed in to, until the password changes', () => {
    const proof = issueBrowserProof(passwordHash);
    expect(isBrowserProofOf(passwordHash, proof)).toBe(true);
    expect(isBrowserProofOf('scrypt$15$8$3$c2FsdB$aGFzaB', proof)).toBe(false);
  });

  it('receives a different proof each time', () => {
    expect(issueBrowserProof(passwordHash)).not.toBe(issueBrowserProof(passwordHash));
  });

  it.each(['', '.', 'nonsense', 'A'.repeat(43), `${'A'.repeat(43)}.${'A'.repeat(43)}`])(
    'is not recognized by %p',
    (proof) => {
      expect(isBrowserProofOf(passwordHash, proof)).toBe(false);
    },
  );

  it('is not recognized by parts of two proofs', () => {
    const [nonce] = issueBrowserProof(passwordHash).split('.');
    const [, signature] = issueBrowserProof(passwordHash).split('.');
    expect(isBrowserProofOf(passwordHash, `${nonce}.${signature}`)).toBe(false);
  });
});
