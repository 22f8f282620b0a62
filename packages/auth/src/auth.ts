/** The credentials of keys, people and shares: their forms, how they are created, and how they are compared. */
export * from './api-key.ts';
export * from './csrf-token.ts';
export * from './id.ts';
export * from './known-browser.ts';
export * from './password.ts';
export * from './share-grant.ts';
export * from './token.ts';
