/** The tables of the rollups, of which there can be two sets: the one that is read, and one that is being rebuilt. */

/** What a run writes itself; the rest is filled by views. */
export const changeTables = ['session_changes', 'activity_changes', 'counter_changes', 'page_changes'] as const;
export type ChangeTable = (typeof changeTables)[number];

/** Where a run keeps what it reads and what it is about to write. */
export const stagedTables = ['staged_events', ...changeTables.map((name) => `staged_${name}` as const)] as const;

/** Tables that views fill: which view from which changes, and the column whose sum over workspace '' tells how many runs have arrived. */
export const rollupTargets = [
  { table: 'sessions', view: 'sessions_view', from: 'session_changes', arrived: 'max(run)' },
  { table: 'traffic_by_hour', view: 'session_traffic_view', from: 'session_changes', arrived: 'sum(sessions)' },
  { table: 'activity', view: 'activity_view', from: 'activity_changes', arrived: 'sum(n)' },
  { table: 'counters', view: 'counters_view', from: 'counter_changes', arrived: 'sum(occurrences)' },
  { table: 'traffic_by_hour', view: 'counter_traffic_view', from: 'counter_changes', arrived: 'sum(visitors)' },
  { table: 'pages_by_hour', view: 'pages_by_hour_view', from: 'page_changes', arrived: 'sum(engaged_views)' },
] as const;

export type RollupTarget = (typeof rollupTargets)[number];

/** Every table and view that belongs to a set. */
export const rollupTableNames = [
  ...new Set(rollupTargets.map(({ table }) => table)),
  ...rollupTargets.map(({ view }) => view),
  'rollup_runs',
  'removed_events',
  ...stagedTables,
  ...changeTables,
] as const;

type RollupTableName = (typeof rollupTableNames)[number];
/** What a table is called in one of the sets. */
export type RollupTables = (name: RollupTableName) => string;

/** The set that is read. */
export const liveTables: RollupTables = (name) => name;
