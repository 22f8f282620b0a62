/** `footfall import access-log …`. */
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { IngestClient } from '../clients/ingest-client.ts';
import { startProgress } from '../terminal/progress.ts';
import { findAddresses } from '../clients/addresses.ts';
import { type CliSettings, secretKey } from '../config.ts';
import { print } from '../terminal/table.ts';
import { importLines } from './import.ts';
import { assetEndings } from './page.ts';
import { openLog } from './read-lines.ts';
import { renderSummary } from './summary.ts';

interface Options {
  key?: string;
  host: string;
  ingest?: string;
  json?: true;
}

const hostPattern = /^(?=.{1,255}$)([a-z0-9_-]+\.)*[a-z0-9_-]+(:\d{1,5})?$/i;

const details = `
What becomes a $pageview: requests with method GET and status 200 or 304 whose path does not end as an asset's:
${Object.entries(assetEndings)
  .map(([kind, endings]) => `  ${kind.padEnd(9)} ${endings.map((ending) => `.${ending}`).join(' ')}`)
  .join('\n')}
The address, the user agent, the referrer and the time are the visitor's; the address itself is never stored.
Each event's id derives from its line, so importing a file again changes nothing.

Examples:
  footfall import access-log /var/log/nginx/access.log --host www.example.com
  footfall import access-log access.log.2.gz --host www.example.com --key sk_live_…
  zcat access.log.*.gz | footfall import access-log - --host www.example.com --json`;

/** Adds `import access-log` below `parent`. */
export function addImportCommands(parent: Command, settings: () => CliSettings): void {
  parent
    .command('import')
    .description('bring in traffic from elsewhere')
    .command('access-log <file>')
    .description("replay a web server's access log (common or combined format, plain or gzip; - is the standard input)")
    .requiredOption('--host <host>', "the site's host, such as www.example.com")
    .option('--key <key>', 'a secret key (default: FOOTFALL_KEY, else the one in DATA_DIR/credentials.json)')
    .option('--ingest <url>', 'the ingest host (default: the one on this machine)')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', details)
    .action(async (file: string, options: Options) => {
      print(await run(file, options, settings()), options.json, renderSummary);
    });
}

async function run(file: string, options: Options, settings: CliSettings) {
  if (!hostPattern.test(options.host)) {
    throw new CommandError(`--host must be the site's host alone, such as www.example.com`);
  }
  const { ingestUrl } = await findAddresses({ ingest: options.ingest }, settings);
  const client = new IngestClient(ingestUrl, secretKey(options.key, settings));
  const log = await openLog(file);
  const progress = startProgress(log.size, 'bytes', options.json);
  try {
    return await importLines(log.lines, options.host.toLowerCase(), client, () => {
      progress.update(log.bytesRead());
    });
  } finally {
    progress.stop();
  }
}
