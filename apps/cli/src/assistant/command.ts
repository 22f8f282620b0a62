/** `footfall mcp`. */
import type { Command } from 'commander';
import { baseUrl } from '../clients/addresses.ts';
import type { Context } from '../clients/context.ts';
import { secretKey } from '../config.ts';

const details = `
Serves the Model Context Protocol on stdin and stdout, so that an assistant can read the figures of one workspace: overview,
breakdown, series, goals, properties, funnel, retention, realtime and the definitions of all metrics. It cannot change
anything. An assistant starts the command itself; docs/assistants.md shows how to configure it.

Example:
  FOOTFALL_KEY=sk_live_… footfall mcp --url https://footfall.example.com`;

/** Adds `mcp` below `parent`. */
export function addMcpCommand(parent: Command, { settings, apiUrl }: Context): void {
  parent
    .command('mcp')
    .description('let an AI assistant read the figures of a workspace (Model Context Protocol)')
    .option('--url <url>', 'the URL of the API (default: FOOTFALL_URL, else the one on this machine)')
    .option('--key <key>', 'a secret key (default: FOOTFALL_KEY, else the one in DATA_DIR/credentials.json)')
    .addHelpText('after', details)
    .action(async (options: { url?: string; key?: string }) => {
      const known = settings();
      const key = secretKey(options.key, known);
      const url = baseUrl('--url', options.url) ?? known.FOOTFALL_URL ?? (await apiUrl()).url;
      // Loaded here, because no other command needs the protocol.
      const { serveAssistant } = await import('./server.ts');
      await serveAssistant({ url, key });
    });
}
