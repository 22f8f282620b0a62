/** A new store with events that a test defines, and queries on it, from either source. For tests only. */
import { createHash } from 'node:crypto';
import type { Goal } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { createGoalStore, type GoalStore } from '../../stores/goals.ts';
import { createEmbeddedHarness } from '../../driver/contract/embedded-harness.fixture.ts';
import type { Reader, Statement, Warehouse } from '../../driver/port.ts';
import { rollUp } from '../../rollups/rollup.fixture.ts';
import { migrate } from '../../schema/migrate.ts';
import { type EventRow, eventsTable } from '../../schema/events-table.ts';
import { createQueryRunner, type Query } from '../query.ts';
import type { Choice } from '../source.ts';
import { queries } from './index.ts';

export const nowText = '2026-03-31T12:00:00.000Z';

/** Fields that a test may care about; every other one has a fixed value. */
export type Given = Partial<Omit<EventRow, 'timestamp' | 'visitorId' | 'sessionId'>>;

type Happening = (workspaceId: string, offset: number) => EventRow;

const hash64 = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

/** An event at a time, by a visitor, in a session, both named by the test. By default a pageview of `/`. */
export function event(at: string, visitor: string, session: string, given: Given = {}): Happening {
  return (workspaceId, offset) => ({
    ...enrichedEvent({
      workspaceId,
      id: `00000000-0000-4000-8000-${offset.toString(16).padStart(12, '0')}`,
      timestamp: Date.parse(at),
      receivedAt: Date.parse(at),
      requestIndex: offset,
      visitorId: hash64(visitor),
      sessionId: hash64(session),
      country: 'DE',
    }),
    topicId: 'test',
    partition: 0,
    offset,
    ...given,
  });
}

/** The sources of results, for `describe.each`. */
export const sources = ['events', 'rollups'] as const;

/** The warehouse that a request reads, and the source of the response. */
export interface QueryTarget {
  warehouse: Pick<Reader, 'read'>;
  source: Choice['source'];
  /** The goals of the workspace. */
  goals?: readonly Goal[];
  fixedFilters?: readonly string[];
}

export interface Store {
  warehouse: Warehouse;
  goals: GoalStore;
  /** Stores the events in a workspace, in order of arrival. */
  add(workspaceId: string, happenings: readonly Happening[]): Promise<void>;
  /** Resolves with the result of a query on everything that was stored, checked against its schema, by default at `nowText`. */
  query(
    name: string,
    workspaceId: string,
    params?: Record<string, unknown>,
    now?: string,
    fixedFilters?: readonly string[],
  ): Promise<unknown>;
  remove(): Promise<void>;
}

/** Returns a store whose results come from `source`. */
export async function openStore(source: Choice['source'] = 'events'): Promise<Store> {
  const harness = await createEmbeddedHarness();
  const warehouse = await harness.open();
  await migrate(warehouse, Date.now);
  let arrived = 0;
  let additions = 0;
  let rolledUp = 0;
  const goals = createGoalStore(warehouse, Date.now);
  return {
    warehouse,
    goals,
    async add(workspaceId, happenings) {
      // Each with a different topic ID, because the offsets of a log only grow, but those of tests may not.
      const topicId = `test-${additions++}`;
      const rows = happenings.map((happening) => ({ ...happening(workspaceId, arrived++), topicId }));
      await warehouse.insert(eventsTable, rows);
    },
    async query(name, workspaceId, params = {}, now = nowText, fixedFilters = []) {
      if (source === 'rollups' && rolledUp < additions) {
        rolledUp = additions;
        await rollUp(warehouse, { offsetsMax: Infinity });
      }
      const target = { warehouse, source, goals: await goals.listOf(workspaceId), fixedFilters };
      return runQuery(target, name, workspaceId, params, now);
    },
    async remove() {
      await warehouse.close();
      await harness.remove();
    },
  };
}

/** Returns a reader of `warehouse`, and the statements that it has read, each with the number of its rows. */
export function recordReads(warehouse: Pick<Reader, 'read'>) {
  const statements: (Statement & { rows: number })[] = [];
  const read = async <Row>(statement: Statement) => {
    const recorded = { ...statement, rows: 0 };
    statements.push(recorded);
    const rows = await warehouse.read<Row>(statement);
    recorded.rows = rows.length;
    return rows;
  };
  return { statements, reader: { read } };
}

/** Runs a query on any warehouse. */
export async function runQuery(
  { warehouse, source, goals = [], fixedFilters = [] }: QueryTarget,
  name: string,
  workspaceId: string,
  params: Record<string, unknown>,
  now: string,
): Promise<unknown> {
  const registry: readonly Query[] = queries;
  const query = registry.find((each) => each.name === name);
  if (!query) throw new Error(`There is no query ${name}`);
  const nowMs = Date.parse(now);
  const resolved = query.resolve(query.params.parse(params), { nowMs, goals, fixedFilters });
  const run = createQueryRunner({ reader: warehouse, chooseSource: async () => ({ source, events: 0, reason: '' }) });
  const { result } = await run(query, resolved, workspaceId, nowMs);
  return query.result.parse(result);
}
