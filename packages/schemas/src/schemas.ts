/** What passes between the parts: events before and after enrichment, workspaces and keys. */
export * from './event.ts';
export * from './props.ts';
export * from './enriched-event.ts';
export * from './enriched-event-check.ts';
export * from './workspace.ts';
export * from './printable.ts';
