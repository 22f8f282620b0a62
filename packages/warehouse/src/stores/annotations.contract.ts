/** The promises of the annotation store, as tests that every driver of the warehouse passes. */
import { annotationLimits } from '@footfall/schemas';
import type { Driver } from '../driver/contract/harnesses.fixture.ts';
import { createdAnnotationsTable, createAnnotationStore } from './annotations.ts';
import { belongingStoreContract } from './belonging-store.contract.ts';

/** Registers the suite. */
export function annotationStoreContract(driver: Driver): void {
  belongingStoreContract(
    {
      createStore: createAnnotationStore,
      countMax: annotationLimits.annotationsMax,
      idOf: ({ annotationId }) => annotationId,
      inputWith: (text) => ({ date: '2026-03-01', text }),
      insertMany: (warehouse, workspaceId, count) =>
        warehouse.insert(
          createdAnnotationsTable,
          Array.from({ length: count }, (_, index) => ({
            annotationId: `ann_${index}`,
            workspaceId,
            date: '2026-03-01',
            text: 'One of many',
            createdAt: '2026-03-01T10:00:00.000Z',
          })),
        ),
    },
    driver,
    (rig) => {
      it('lists annotations by day, those of a day oldest first, with the time at which each was created', async () => {
        const [launch, newsletter, another] = [
          { date: '2026-03-01', text: 'Launch' },
          { date: '2026-02-01', text: 'Newsletter' },
          { date: '2026-02-01', text: 'Another' },
        ];
        for (const input of [launch, newsletter, another]) await rig.store.create('ws_order', input);
        await rig.reopen();
        expect(await rig.store.listOf('ws_order')).toEqual(
          [newsletter, another, launch].map((input) => ({
            annotationId: expect.stringMatching(/^ann_[0-9a-z]{20}$/),
            workspaceId: 'ws_order',
            ...input,
            createdAt: expect.stringMatching(/^2026-03-01T10:00:0\d\.\d{3}Z$/),
          })),
        );
      });
    },
  );
}
