/** `footfall mcp`. */
import type { Command } from 'commander';
import { findAnalytics, keyOption } from '../clients/analytics.ts';
import type { Context } from '../clients/context.ts';

const details = `
Serves the Model Context Protocol on stdin and stdout, so that an assistant can
read the figures of one workspace: overview, breakdown, series, goals,
properties, funnel, retention, realtime and the definitions of all metrics. It
cannot change anything. An assistant starts the command itself;
docs/assistants.md shows how to configure it.

Example:
  FOOTFALL_KEY=sk_live_… footfall mcp --api https://footfall.example.com`;

/** Adds `mcp` below `parent`. */
export function addMcpCommand(parent: Command, context: Context): void {
  parent
    .command('mcp')
    .description('let an AI assistant read the figures of a workspace (Model Context Protocol)')
    .addOption(keyOption())
    .addHelpText('after', details)
    .action(async ({ key }: { key?: string }) => {
      const analytics = await findAnalytics(key, context);
      // Loaded here, because no other command needs the protocol.
      const { serveAssistant } = await import('./server.ts');
      await serveAssistant(analytics);
    });
}
