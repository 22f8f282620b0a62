/** What both hosts share: listening and draining, request ids, health and metrics, credentials, error responses. */
export * from './run-until-signal.ts';
export * from './host-url.ts';
export * from './listen.ts';
export * from './fields.ts';
export * from './request-id.ts';
export { type Dependencies } from './readiness.ts';
export * from './operations.ts';
export * from './credentials.ts';
export * from './respond.ts';
export * from './method-not-allowed.ts';
export { canonicalAddress, limitBucket } from './address.ts';
export * from './client-address.ts';
export * from './rate-limit-headers.ts';
export * from './anonymous-limit.ts';
export * from './counted-limits.ts';
export * from './key-use.ts';
export * from './tally.ts';
