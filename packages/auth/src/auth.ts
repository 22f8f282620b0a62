/** Keys and people: the forms of what they identify themselves with, where it is kept, and who a caller is. */
export * from './api-key.ts';
export * from './key-store.ts';
export * from './known-browser.ts';
export * from './authenticator.ts';
export * from './password.ts';
export * from './people-store.ts';
export * from './session-keeper.ts';
export * from './share-grant.ts';
export * from './token.ts';
