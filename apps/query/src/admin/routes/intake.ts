/** The admin API of the events that ingest has accepted and refused in the last minutes. */
import { intakeReportSchema, readIntake } from '@footfall/schemas';
import { reportMinutes } from '@footfall/state';
import { defineRoute } from '../route.ts';
import { helpFor, nothingCame } from './intake-help.ts';

export const showIntake = defineRoute({
  id: 'showIntake',
  summary: 'Show recently accepted and refused events.',
  method: 'get',
  path: '/workspaces/:workspaceId/intake',
  data: intakeReportSchema.meta({ id: 'Intake' }),
  async handle({ state }, { params: { workspaceId } }) {
    const { accepted, refused, last } = readIntake(await state.reports.recent(workspaceId));
    const explained = refused.map((one) => ({ ...one, help: helpFor(one.code, one.origin) }));
    const help = accepted === 0 && refused.length === 0 ? nothingCame(reportMinutes) : null;
    return { minutes: reportMinutes, accepted, refused: explained, last, help };
  },
});
