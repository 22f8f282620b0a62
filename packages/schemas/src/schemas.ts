/** The data that the parts exchange: events before and after enrichment, workspaces and keys, people and shares. */
export * from './event.ts';
export * from './props.ts';
export * from './enriched-event.ts';
export * from './event-encoding.ts';
export { epochMsMax } from './field-kinds.ts';
export * from './workspace.ts';
export * from './person.ts';
export * from './share.ts';
export * from './goal.ts';
export * from './annotation.ts';
export * from './intake.ts';
export * from './printable.ts';
export * from './shown.ts';
export * from './timezone.ts';
export * from './filter-limits.ts';
export * from './iso-time.ts';
