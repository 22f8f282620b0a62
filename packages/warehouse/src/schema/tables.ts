/** Every table of Footfall, without other tables in the same database. A migration that creates one adds a line here. */
import type { Table } from '../driver/port.ts';
import { annotationEndsTable, createdAnnotationsTable } from '../stores/annotations.ts';
import { issuedKeysTable, keyRevocationsTable, keyUsesTable } from '../stores/api-keys.ts';
import { eventsTable } from './events-table.ts';
import { createdGoalsTable, goalEndsTable } from '../stores/goals.ts';
import { peopleTable } from '../stores/people.ts';
import { sessionEndsTable, startedSessionsTable } from '../stores/sessions.ts';
import { issuedSharesTable, shareEndsTable } from '../stores/shares.ts';
import { issuedLinksTable, linkEndsTable } from '../stores/sign-in-links.ts';
import { workspaceDeletionsTable, workspacesTable } from '../stores/workspaces.ts';

/** The kind of data in a table. `derived`: computed from `events`, or useless once its process has ended. */
export type TableKind = 'events' | 'keys' | 'people' | 'goals' | 'annotations' | 'migrations' | 'derived';

interface TableFacts {
  kind: TableKind;
  /** The required engine: readers depend on how it merges rows. Null for tables that a start does not check. */
  engine: 'MergeTree' | 'ReplacingMergeTree' | 'AggregatingMergeTree' | 'SummingMergeTree' | null;
  /** True if its inserts have tokens, so that a retry is not stored twice. */
  hasTokens?: true;
  /** The rows that Footfall inserts into it: their columns must exist, and include every column that is read. */
  written?: readonly Table<never>[];
}

const keyRows = [issuedKeysTable, keyRevocationsTable, keyUsesTable];

const facts: Readonly<Record<string, TableFacts>> = {
  events: { kind: 'events', engine: 'MergeTree', hasTokens: true, written: [eventsTable] },
  workspaces: { kind: 'keys', engine: 'ReplacingMergeTree', written: [workspacesTable] },
  workspace_deletions: { kind: 'keys', engine: 'MergeTree', written: [workspaceDeletionsTable] },
  api_keys: { kind: 'keys', engine: 'AggregatingMergeTree', written: keyRows },
  people: { kind: 'people', engine: 'ReplacingMergeTree', written: [peopleTable] },
  person_sessions: {
    kind: 'people',
    engine: 'AggregatingMergeTree',
    written: [startedSessionsTable, sessionEndsTable],
  },
  sign_in_links: { kind: 'people', engine: 'AggregatingMergeTree', written: [issuedLinksTable, linkEndsTable] },
  shares: { kind: 'people', engine: 'AggregatingMergeTree', written: [issuedSharesTable, shareEndsTable] },
  goals: { kind: 'goals', engine: 'AggregatingMergeTree', written: [createdGoalsTable, goalEndsTable] },
  annotations: {
    kind: 'annotations',
    engine: 'AggregatingMergeTree',
    written: [createdAnnotationsTable, annotationEndsTable],
  },
  migrations: { kind: 'migrations', engine: null },
  rollup_batches: { kind: 'derived', engine: 'ReplacingMergeTree', hasTokens: true },
  breakdown: { kind: 'derived', engine: 'SummingMergeTree', hasTokens: true },
  titles: { kind: 'derived', engine: 'AggregatingMergeTree', hasTokens: true },
  visits: { kind: 'derived', engine: 'SummingMergeTree', hasTokens: true },
  activity: { kind: 'derived', engine: 'SummingMergeTree', hasTokens: true },
  sessions: { kind: 'derived', engine: 'ReplacingMergeTree', hasTokens: true },
  // Created by `footfall reconcile`.
  reconcile_removals: { kind: 'derived', engine: null },
};

/** All tables with their names. */
export const tables = Object.entries(facts).map(([name, each]) => ({ name, ...each }));

/** The tables that determine who may send and read events. */
export const keyTables = tables.filter(({ kind }) => kind === 'keys').map(({ name }) => name);

/** Returns the description of a table of Footfall; undefined for any other table. */
export function kindOf(table: string): TableKind | undefined {
  return facts[table]?.kind;
}
