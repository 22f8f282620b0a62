/** `footfall import access-log …`. */
import type { Command } from 'commander';
import { CommandError } from '../terminal/command-error.ts';
import { IngestClient, requireIngestServer } from '../clients/ingest-client.ts';
import { interruptible, interruptedStatus, interruption } from '../terminal/interruption.ts';
import { startProgress } from '../terminal/progress.ts';
import { keyOption } from '../clients/analytics.ts';
import type { Context } from '../clients/context.ts';
import { secretKey } from '../config.ts';
import { print } from '../terminal/table.ts';
import { writeMessage } from '../terminal/terminal.ts';
import { formatNames } from './formats/formats.ts';
import { importLog, ImportStopped } from './import.ts';
import { assetEndings } from './page.ts';
import { openLog } from './read-lines.ts';
import { renderSummary } from './summary.ts';
import { findTarget, named } from './target.ts';

interface Options {
  key?: string;
  host: string;
  ingest?: string;
  json?: true;
}

const hostPattern = /^(?=.{1,255}$)([a-z0-9_-]+\.)*[a-z0-9_-]+(:\d{1,5})?$/i;

const details = `
Formats: ${formatNames}.
The format is detected, and gzip is decompressed. GET requests with status 200
or 304 become a $pageview, unless the path has the extension of an asset:
${Object.entries(assetEndings)
  .map(([kind, endings]) => `  ${kind.padEnd(9)} ${endings.map((ending) => `.${ending}`).join(' ')}`)
  .join('\n')}
Lines of other hosts are left out, and so is a last line without a line break,
because the server may still be writing it. Each event has the visitor's
address, user agent, referrer and time; the address is not stored. Event IDs are
derived from the lines, so a log can be imported again, even after it has grown,
and each line is counted once. Import rotated logs from the oldest to the
newest: otherwise, a session that continues in the next file can count as two.

The command names the workspace that the key belongs to, if it can call the
admin API. Unless --key is set, it refuses a --host that is the domain of
another workspace.

Exit status: 0 if lines could be read; 1 if the file is not an access log, has
no line of --host, or could not be imported to its end; ${interruptedStatus} after Ctrl-C. With
--json, the summary of an incomplete import contains an error.

Examples:
  footfall import access-log /var/log/nginx/access.log --host www.example.com
  footfall import access-log access.log.2.gz --host www.example.com --key sk_live_…
  zcat $(ls -tr access.log.*.gz) | footfall import access-log - --host www.example.com --json`;

/** Adds `import access-log` below `parent`. */
export function addImportCommands(parent: Command, context: Context): void {
  parent
    .command('import')
    .description('import traffic from elsewhere')
    .command('access-log <file>')
    .description('import the access log of a web server; - reads standard input')
    .requiredOption('--host <host>', "the site's host, such as www.example.com")
    .addOption(keyOption())
    .option('--ingest <url>', 'the URL of the ingest server (default: the one on this machine)')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', details)
    .action(async (file: string, options: Options) => {
      const path = file === '-' ? file : context.resolvePath(file);
      await interruptible((signal) => run(path, options, context, signal));
    });
}

async function run(
  path: string,
  { host: given, ingest, json, ...options }: Options,
  context: Context,
  signal: AbortSignal,
): Promise<void> {
  if (!hostPattern.test(given)) {
    throw new CommandError(`--host must be a host such as www.example.com, got "${given}"`);
  }
  const host = given.toLowerCase();
  const { url, setBy } = await context.ingestUrl(ingest);
  const key = secretKey(options.key, context.settings(), setBy);
  const log = await openLog(path, signal);
  await requireIngestServer(url);
  const workspace = await findTarget(key, { host, ingest }, context);
  if (workspace && !json) writeMessage(`Importing into ${named(workspace)}`);
  const progress = startProgress('bytes', json ?? false, log.size);
  const client = new IngestClient(url, key, signal);
  try {
    // The bar clears its line when it stops, so nothing is printed before.
    const summary = await importLog({ log, host, signal }, client, () => progress.update(log.bytesRead())).finally(() =>
      progress.stop(),
    );
    print({ workspace: workspace ?? null, ...summary }, json, renderSummary);
  } catch (error) {
    if (json && error instanceof ImportStopped) {
      print({ workspace: workspace ?? null, ...error.summary, error: error.message }, json, String);
    }
    throw signal.aborted ? interruption(`Error: ${error instanceof Error ? error.message : String(error)}`) : error;
  }
}
