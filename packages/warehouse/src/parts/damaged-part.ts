/** A part of a table that is damaged or missing. */
import { targets } from '../rollups/targets.ts';

export const faults = {
  'set aside': 'one of its files is missing or damaged, so the engine set it aside when it started',
  unreadable: 'its checksums do not match',
  missing: 'it was inserted, but is no longer on the disk',
} as const;

export interface DamagedPart {
  table: string;
  part: string;
  fault: keyof typeof faults;
  /** Null if unknown. */
  rows: number | null;
  /** Distinguishes this damage from a later one to a part of the same name. */
  fingerprint: string;
}

/** Tables that decide who may send and read events. */
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

/** Tables that are computed from `events`, or that are useless once their process has ended. */
export const derivedTables: readonly string[] = [
  'rollup_batches',
  ...targets.map(({ table }) => table),
  'reconcile_removals',
];

/** Every table of Footfall, without other tables in the same database. */
export const watchedTables: readonly string[] = [...originalTables, ...derivedTables];
