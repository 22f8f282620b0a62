/** A rebuild of the rollups as the admin API gives it, and in words. */
import { z } from 'zod';

export const rebuildSchema = z.object({
  rebuildId: z.string(),
  state: z.enum(['requested', 'running', 'exchanging', 'done', 'failed']),
  requestedAt: z.string(),
  done: z.int(),
  total: z.int(),
  finishedAt: z.string().nullable(),
  error: z.string().nullable(),
});
export type Rebuild = z.output<typeof rebuildSchema>;

/** In words. */
export function describeRebuild(rebuild: Rebuild): string {
  return words[rebuild.state](rebuild);
}

const words: Readonly<Record<Rebuild['state'], (rebuild: Rebuild) => string>> = {
  requested: ({ requestedAt }) => `asked for at ${requestedAt}, not yet taken up by a consumer`,
  running: ({ done, total }) => `running: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} offsets`,
  exchanging: () => 'running: the new tables take the place of the old ones',
  done: ({ finishedAt }) => `none runs; the last one was done at ${finishedAt}`,
  failed: ({ finishedAt, error }) => `none runs; the last one failed at ${finishedAt}: ${error}`,
};
