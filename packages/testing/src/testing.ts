/** The independent check of the product: a brute-force reference, and random traffic to compare with. */
export * from './reference.ts';
export type { Attributes, Delivery, SentEvent } from './reference/sent.ts';
export type { Params } from './reference/params.ts';
