/** Keys and people: the forms of their credentials, the stores, and the identification of callers. */
export * from './api-key.ts';
export * from './id.ts';
export * from './key-store.ts';
export * from './known-browser.ts';
export * from './authenticator.ts';
export * from './password.ts';
export * from './people-store.ts';
export * from './session-keeper.ts';
export * from './share-grant.ts';
export * from './token.ts';
