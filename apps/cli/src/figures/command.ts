/** `footfall query …`. */
import type { Command } from 'commander';
import type { Context } from '../clients/context.ts';

const details = `
Reads the figures of the workspace that the key belongs to, through the API. The
options of an endpoint are the parameters of the API. Durations are in seconds,
rates in percent; docs/metrics.md defines every number.

Examples:
  footfall query overview --start 2026-03-01 --end 2026-03-31
  footfall query breakdown --by country --filter device:is:mobile --limit 10
  footfall query series --granularity week --compare previous --json
  footfall query funnel --step path:is:/pricing --step type:is:signup
  footfall query devices --csv browsers > browsers.csv
  FOOTFALL_KEY=sk_live_… footfall query pages --api https://footfall.example.com`;

/** Adds `query` below `parent`. */
export function addQueryCommand(parent: Command, context: Context): void {
  const query = parent
    .command('query')
    .description('read the figures of a workspace')
    .addHelpText('after', () => {
      // `footfall help query` does not run the hook.
      const hint = query.commands.length === 0 ? '\nfootfall query --help lists the endpoints.\n' : '';
      return hint + details;
    });
  parent.hook('preSubcommand', async (_parent, command) => {
    if (command !== query) return;
    // Loaded here, because other commands start faster without the registry.
    const { addEndpointCommands } = await import('./endpoint-commands.ts');
    addEndpointCommands(query, context);
  });
}
