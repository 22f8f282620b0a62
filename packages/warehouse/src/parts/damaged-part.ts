/** A part of a table that cannot be read, or is gone. */
import { targets } from '../rollups/targets.ts';

export const faults = {
  'set aside': 'a file of it is missing or damaged, so the engine set it aside when it started',
  unreadable: 'its checksums do not match',
  missing: 'it was inserted, and is not on the disk any more',
} as const;

export interface DamagedPart {
  table: string;
  part: string;
  fault: keyof typeof faults;
  /** Null if unknown. */
  rows: number | null;
  /** Tells this damage from a later one to a part of the same name. */
  fingerprint: string;
}

/** Tables that nothing else can be computed from again: `events`, and who may send and read them. */
export const keyTables = ['workspaces', 'workspace_deletions', 'api_keys'] as const;
/** Tables that decide who may use the dashboard. */
export const peopleTables = ['people', 'person_sessions', 'sign_in_links', 'shares'] as const;
export const goalTables = ['goals'] as const;
export const annotationTables = ['annotations'] as const;
export const originalTables = [
  'events',
  ...keyTables,
  ...peopleTables,
  ...goalTables,
  ...annotationTables,
  'migrations',
] as const;

/** Tables that are computed from `events`, or that are of no use once their process has ended. */
export const derivedTables: readonly string[] = [
  'rollup_batches',
  ...targets.map(({ table }) => table),
  'reconcile_removals',
];

/** Every table of Footfall's, and no other that lies in the same database. */
export const watchedTables: readonly string[] = [...originalTables, ...derivedTables];
