/** Keys: their form, where they are kept, and who a caller is. */
export * from './api-key.ts';
export * from './key-store.ts';
export * from './authenticator.ts';
