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

/** Every table of Footfall by what it stores, without other tables in the same database. */
const kinds = [
  { kind: 'events', tables: ['events'] },
  { kind: 'keys', tables: keyTables },
  { kind: 'people', tables: ['people', 'person_sessions', 'sign_in_links', 'shares'] },
  { kind: 'goals', tables: ['goals'] },
  { kind: 'annotations', tables: ['annotations'] },
  { kind: 'migrations', tables: ['migrations'] },
  // Computed from `events`, or useless once their process has ended.
  { kind: 'derived', tables: ['rollup_batches', ...targets.map(({ table }) => table), 'reconcile_removals'] },
] as const;

export type TableKind = (typeof kinds)[number]['kind'];

export const watchedTables: readonly string[] = kinds.flatMap(({ tables }) => [...tables]);

/** Returns the kind of a watched table; undefined for any other. */
export function kindOf(table: string): TableKind | undefined {
  return kinds.find(({ tables }) => tables.some((name) => name === table))?.kind;
}
