/** The admin API of the events that ingest has accepted and refused in the last minutes. */
import { readIntake } from '@footfall/schemas';
import { reportMinutes } from '@footfall/state';
import type { AdminDeps } from '../admin-deps.ts';
import { helpFor, nothingCame } from './intake-help.ts';
import type { Handlers } from '../route.ts';

export function intakeRoutes({ keyStore, state }: Pick<AdminDeps, 'keyStore' | 'state'>) {
  return {
    async 'GET /workspaces/:workspaceId/intake'({ id }) {
      const { workspaceId } = await keyStore.getWorkspace(id('workspaceId'));
      const { accepted, refused, last } = readIntake(await state.reports.recent(workspaceId));
      const explained = refused.map((one) => ({ ...one, help: helpFor(one.code) }));
      const help = accepted === 0 && refused.length === 0 ? nothingCame(reportMinutes) : null;
      return { data: { minutes: reportMinutes, accepted, refused: explained, last, help } };
    },
  } satisfies Partial<Handlers>;
}
