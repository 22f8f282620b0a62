/** The admin API of what ingest has seen of a workspace in the last minutes. */
import { readIntake } from '@footfall/schemas';
import { reportMinutes } from '@footfall/state';
import type { AdminDeps } from './admin-deps.ts';
import type { Handlers } from './route.ts';

export function intakeRoutes({
  keyStore,
  state,
}: Pick<AdminDeps, 'keyStore' | 'state'>): Handlers<'GET /workspaces/:workspaceId/intake'> {
  return {
    async 'GET /workspaces/:workspaceId/intake'({ id }) {
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      return { data: { minutes: reportMinutes, ...readIntake(await state.reports.recent(workspaceId)) } };
    },
  };
}
