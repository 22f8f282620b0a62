/** `footfall demo`. */
import { type Command, InvalidArgumentError } from 'commander';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { IngestClient, type Verdicts } from '../clients/ingest-client.ts';
import { wholeNumber } from '../admin/keys.ts';
import { createTenant } from '../admin/new-tenant.ts';
import { startProgress } from '../terminal/progress.ts';
import { apiUrl, type CliSettings, ingestUrl, publicApiUrl, secretKey } from '../config.ts';
import { print } from '../terminal/table.ts';
import { demoTraffic } from './traffic.ts';
import { areVisible } from './visible.ts';

interface Options {
  key?: string;
  ingest?: string;
  events: number;
  seed: number;
  json?: true;
}

interface Result extends Verdicts {
  workspaceId?: string;
  publicKey?: string;
  secretKey: string;
}

const eventsDefault = 20_000;
/** All of them are made before the first is sent. */
const eventsMax = 2_000_000;

const details = `
Examples:
  footfall demo
  footfall demo --events 100000 --seed 7
  footfall demo --key sk_live_… --ingest https://in.example.com`;

export interface DemoDeps {
  admin: () => AdminClient;
  /** The base URL of `--api`. */
  api: () => string | undefined;
  settings: () => CliSettings;
}

/** Adds `demo` below `parent`. */
export function addDemoCommand(parent: Command, deps: DemoDeps): void {
  parent
    .command('demo')
    .description('make a workspace with 30 days of lifelike traffic, to look at what the endpoints report')
    .option('--key <key>', 'send to the workspace of this secret key instead of a new one')
    .option('--ingest <url>', 'the ingest host (default: the one on this machine)')
    .option('--events <count>', 'about how many events', eventCount, eventsDefault)
    .option('--seed <number>', 'the same number makes the same traffic', wholeNumber, 1)
    .option('--json', 'print JSON')
    .addHelpText('after', details)
    .action(async (options: Options) => {
      const settings = deps.settings();
      const api = deps.api();
      if (api !== undefined && (options.ingest ?? settings.FOOTFALL_INGEST) === undefined) {
        throw new CommandError('give --ingest URL too, the ingest host of the server that --api names');
      }
      const calledUrl = apiUrl(api, settings);
      const shownUrl = publicApiUrl(api, settings);
      const result = await run(options, settings, deps.admin);
      // Another workspace's key may have events of its own, which would be taken for these.
      if (result.workspaceId !== undefined) await areVisible(calledUrl, result.secretKey, result.accepted);
      print(result, options.json, (shown) => render(shown, shownUrl));
    });
}

function eventCount(text: string): number {
  const count = wholeNumber(text);
  if (count > eventsMax) throw new InvalidArgumentError(`It must be at most ${eventsMax.toLocaleString('en')}.`);
  return count;
}

async function run(options: Options, settings: CliSettings, admin: () => AdminClient): Promise<Result> {
  const url = ingestUrl(options.ingest, settings);
  const target =
    options.key === undefined ? await makeWorkspace(admin()) : { secretKey: secretKey(options.key, settings) };
  const events = demoTraffic({ seed: options.seed, events: options.events, nowMs: Date.now() });
  const client = new IngestClient(url, target.secretKey);
  const progress = startProgress(events.length, 'events', options.json);
  try {
    for (const [index, event] of events.entries()) {
      await client.add(event);
      progress.update(index + 1);
    }
    await client.flush();
  } finally {
    progress.stop();
  }
  return { ...target, ...client.verdicts };
}

async function makeWorkspace(admin: AdminClient) {
  const made = await createTenant(admin, { name: 'Demo' }, 'demo');
  return { workspaceId: made.workspaceId, publicKey: made.publicKey, secretKey: made.secretKey };
}

function render(result: Result, url: string): string {
  const rejected = Object.entries(result.rejected).map(([code, count]) => `, ${count} rejected (${code})`);
  const curl = (name: string) => `  curl -H 'X-API-Key: ${result.secretKey}' '${url}/api/v1/analytics/${name}'`;
  return [
    `${result.accepted.toLocaleString('en')} events of the last 30 days${rejected.join('')}`,
    ...(result.workspaceId === undefined ? [] : [`  workspace   ${result.workspaceId}`]),
    ...(result.publicKey === undefined ? [] : [`  public key  ${result.publicKey}`]),
    `  secret key  ${result.secretKey}`,
    '',
    `Look at it: ${url}/${result.workspaceId === undefined ? '' : `?site=${result.workspaceId}`}`,
    '  npm run footfall sign-in   prints a link that signs you in',
    '',
    'Or ask:',
    ...['overview', 'visitors?granularity=week', 'pages?limit=5', 'channels', 'geo', 'realtime'].map(curl),
  ].join('\n');
}
