/** A fresh store with events written by hand, and the questions asked of it. For tests only. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrichedEvent } from '@footfall/schemas/fixture';
import { openWarehouse } from '../open.ts';
import type { Warehouse } from '../port.ts';
import { eventsTable, type EventRow } from '../tables/events.ts';
import type { Query } from '../query.ts';
import { queries } from './index.ts';

export const nowText = '2026-03-31T12:00:00.000Z';

/** Fields that a test may care about; every other one has a dull value. */
export type Given = Partial<Omit<EventRow, 'timestamp' | 'visitorId' | 'sessionId'>>;

type Happening = (workspaceId: string, offset: number) => EventRow;

const hash64 = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 16);

/** An event at a time, by a visitor, in a session, both of them named as the test likes. A pageview of `/` unless told. */
export function event(at: string, visitor: string, session: string, given: Given = {}): Happening {
  return (workspaceId, offset) => ({
    ...enrichedEvent({
      workspaceId,
      id: `00000000-0000-4000-8000-${offset.toString(16).padStart(12, '0')}`,
      timestamp: Date.parse(at),
      receivedAt: Date.parse(at),
      visitorId: hash64(visitor),
      sessionId: hash64(session),
      country: 'DE',
    }),
    incarnation: 'test',
    partition: 0,
    offset,
    ...given,
  });
}

export interface Store {
  warehouse: Warehouse;
  /** Stores the events in a workspace, in order of arrival. */
  tell(workspaceId: string, happenings: readonly Happening[]): Promise<void>;
  /** The result of a query, checked against its own schema, at `nowText` unless told. */
  ask(name: string, workspaceId: string, params?: Record<string, unknown>, now?: string): Promise<unknown>;
  remove(): Promise<void>;
}

export async function openStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-queries-'));
  const warehouse = await openWarehouse({ DATA_DIR: directory });
  let arrived = 0;
  return {
    warehouse,
    async tell(workspaceId, happenings) {
      const rows = happenings.map((happening) => happening(workspaceId, arrived++));
      await warehouse.insert(eventsTable, rows);
    },
    ask: (name, workspaceId, params = {}, now = nowText) => ask(warehouse, name, workspaceId, params, now),
    async remove() {
      await warehouse.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Asks any warehouse. */
export async function ask(
  warehouse: Pick<Warehouse, 'read'>,
  name: string,
  workspaceId: string,
  params: Record<string, unknown>,
  now: string,
): Promise<unknown> {
  const registry: readonly Query[] = queries;
  const query = registry.find((each) => each.name === name);
  if (!query) throw new Error(`There is no query ${name}`);
  const asked = query.resolve(query.params.parse(params), Date.parse(now));
  return query.result.parse(await query.run(asked, { warehouse, workspaceId }));
}
