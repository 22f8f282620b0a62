/** What annotations are on either driver; `createHarness` makes an empty store and says how to open it. */
import { AppError } from '@footfall/errors';
import { annotationLimits } from '@footfall/schemas';
import type { Warehouse } from '../driver/port.ts';
import { awkwardTexts, type Harness } from '../driver/warehouse.contract.ts';
import { migrate } from '../schema/migrate.ts';
import { checkSchema } from '../schema/schema-check.ts';
import { createdAnnotationsTable } from '../schema/tables/annotations.ts';
import { type AnnotationStore, createAnnotationStore } from './annotation-store.ts';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown): string => (error instanceof AppError ? error.code : String(error)),
  );

/** Registers the suite. */
export function annotationStoreContract(createHarness: () => Promise<Harness>): void {
  let harness: Harness;
  let warehouse: Warehouse;
  let store: AnnotationStore;
  let nowMs = Date.parse('2026-03-01T10:00:00.123Z');

  const open = async () => {
    warehouse = await harness.open();
    await migrate(warehouse, () => nowMs);
    store = createAnnotationStore(warehouse, () => (nowMs += 1));
  };
  beforeAll(async () => {
    harness = await createHarness();
    await open();
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  const launch = { date: '2026-03-01', text: 'Launch' };

  it('has the table that a start looks for', async () => {
    await expect(checkSchema(warehouse)).resolves.toBeUndefined();
  });

  it('has the annotations of each workspace as they were made, by day, also after a restart', async () => {
    const made = [
      await store.create('ws_one', launch),
      await store.create('ws_one', { date: '2026-02-01', text: 'Newsletter' }),
      await store.create('ws_one', { date: '2026-02-01', text: 'Another' }),
    ];
    expect(made[0]).toEqual({
      annotationId: expect.stringMatching(/^ann_[0-9a-z]{20}$/),
      workspaceId: 'ws_one',
      ...launch,
      createdAt: '2026-03-01T10:00:00.124Z',
    });
    const byDay = [made[1], made[2], made[0]];
    expect(await store.listOf('ws_one')).toEqual(byDay);
    expect(await store.listOf('ws_two')).toEqual([]);
    expect(await store.find(made[1]?.annotationId ?? '')).toEqual(made[1]);
    await warehouse.close();
    await open();
    expect(await store.listOf('ws_one')).toEqual(byDay);
  });

  it('keeps every text', async () => {
    const made = [];
    for (const text of awkwardTexts.filter((one) => one !== '')) {
      made.push(await store.create('ws_texts', { ...launch, text }));
    }
    expect(await store.listOf('ws_texts')).toEqual(made);
  });

  it('removes an annotation once, and for good', async () => {
    const { annotationId } = await store.create('ws_removed', launch);
    await store.remove(annotationId);
    expect(await store.listOf('ws_removed')).toEqual([]);
    expect(await store.find(annotationId)).toBeUndefined();
    expect(await failure(store.remove(annotationId))).toBe('NOT_FOUND');
    expect(await failure(store.remove('ann_nowhere'))).toBe('NOT_FOUND');
  });

  it('has at most so many of a workspace, whoever makes them at the same moment', async () => {
    const other = createAnnotationStore(warehouse, () => nowMs);
    const made = Array.from({ length: annotationLimits.annotationsMax - 2 }, (_, index) => ({
      ...launch,
      annotationId: `ann_${index}`,
      workspaceId: 'ws_full',
      createdAt: new Date(nowMs).toISOString(),
    }));
    await warehouse.insert(createdAnnotationsTable, made);
    const outcomes = await Promise.all(
      [store, other, store, other].map((each) => failure(each.create('ws_full', launch))),
    );
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'no error', 'no error']);
    expect(await failure(store.create('ws_not_full', launch))).toBe('no error');
  });
}
