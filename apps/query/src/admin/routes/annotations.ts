/** The admin API of annotations. */
import { annotationInputSchema } from '@footfall/schemas';
import type { AdminDeps } from '../admin-deps.ts';
import { readBody } from './input.ts';
import { announceChange } from './announce.ts';
import type { Handlers } from '../route.ts';

export function annotationRoutes(deps: AdminDeps) {
  const { annotations, keyStore } = deps;
  return {
    async 'GET /workspaces/:workspaceId/annotations'({ id }) {
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      return { data: await annotations.listOf(workspaceId) };
    },
    async 'POST /workspaces/:workspaceId/annotations'({ request, id }) {
      const input = readBody(annotationInputSchema, request);
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      const annotation = await annotations.create(workspaceId, input);
      await announceChange(deps);
      return { status: 201, data: annotation };
    },
    async 'DELETE /annotations/:annotationId'({ id }) {
      const annotationId = id('annotationId');
      await annotations.remove(annotationId);
      await announceChange(deps);
      return { data: { annotationId, removed: true } };
    },
  } satisfies Partial<Handlers>;
}
