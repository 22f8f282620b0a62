/** The arguments and the output of `footfall demo`. */
import type { Command } from 'commander';
import type { Context } from '../clients/context.ts';
import { secretKey } from '../config.ts';
import { interruptible } from '../terminal/interruption.ts';
import { startProgress } from '../terminal/progress.ts';
import { count, print } from '../terminal/table.ts';
import { writeMessage, writeResult } from '../terminal/terminal.ts';
import { integerFrom } from '../terminal/integer.ts';
import { type DemoResult, makeDemo } from './demo.ts';
import { continueLive } from './live.ts';
import { daysOfTraffic } from './traffic.ts';
import { awaitVisible } from './visible.ts';

interface Options {
  key?: string;
  ingest?: string;
  events: number;
  seed: number;
  live?: true;
  json?: true;
}

/** The default number of events, below EVENTS_READ_MAX, so that every response is up to date at once. */
const eventsDefault = 40_000;
/** The maximum number of events: all are generated before the first is sent. */
const eventsMax = 2_000_000;

const details = `
Without --key, the command creates a workspace, and deletes it again if the
events cannot be sent.

Examples:
  footfall demo
  footfall demo --live
  footfall demo --events 100000 --seed 7
  footfall demo --key sk_live_… --ingest https://in.example.com`;

/** Adds `demo` below `parent`. */
export function addDemoCommand(parent: Command, context: Context): void {
  parent
    .command('demo')
    .description(`create a workspace with ${daysOfTraffic} days of realistic traffic`)
    .option('--key <key>', 'a secret key of the workspace to fill (default: a new workspace)')
    .option('--ingest <url>', 'the URL of the ingest server (default: the one on this machine)')
    .option('--events <count>', 'approximate number of events', integerFrom(0, eventsMax), eventsDefault)
    .option('--seed <number>', 'the same seed creates the same traffic', integerFrom(0, 999_999_999), 1)
    .option('--live', 'continue with live events until Ctrl-C')
    .option('--json', 'print JSON')
    .addHelpText('after', details)
    .action(async (options: Options) => {
      await interruptible((signal) => run(options, context, signal));
    });
}

async function run(
  { key, ingest, events, seed, live, json }: Options,
  { admin, settings, apiUrl, ingestUrl, calledAs }: Context,
  signal: AbortSignal,
): Promise<void> {
  const api = await apiUrl();
  const target = await ingestUrl(ingest);
  const given = key === undefined ? undefined : secretKey(key, settings(), target.setBy);
  const isQuiet = json ?? false;
  const { result, traffic, client } = await makeDemo({
    ingestUrl: target.url,
    key: given,
    admin,
    events,
    seed,
    isQuiet,
    signal,
  });
  // The workspace of a given key may already have events, which would be mistaken for these.
  if (given === undefined) {
    const progress = startProgress('events stored', isQuiet, result.accepted);
    await awaitVisible(api.url, result.secretKey, result.accepted, (stored) => progress.update(stored), signal);
    progress.stop();
  }
  print(result, json, (shown) => render(shown, api.publicUrl, calledAs));
  if (!live) return;
  if (!json) writeMessage('Sending live events. Stop with Ctrl-C.');
  const sent = await continueLive(traffic, client, signal);
  if (!json) writeResult(`\nStopped after ${count(sent)} live events.`);
}

function render(result: DemoResult, url: string, calledAs: string): string {
  const rejected = Object.entries(result.rejected).map(([code, events]) => `, ${count(events)} rejected (${code})`);
  const curl = (name: string) => `  curl -H 'X-API-Key: ${result.secretKey}' '${url}/api/v1/analytics/${name}'`;
  return [
    `${count(result.accepted)} events of the last ${daysOfTraffic} days${rejected.join('')}`,
    ...(result.workspaceId === undefined ? [] : [`  workspace   ${result.workspaceId}`]),
    ...(result.publicKey === undefined ? [] : [`  public key  ${result.publicKey}`]),
    `  secret key  ${result.secretKey}`,
    '',
    `Open the dashboard: ${url}/${result.workspaceId === undefined ? '' : `?site=${result.workspaceId}`}`,
    `  ${calledAs} sign-in   prints a link that signs you in`,
    '',
    'Query the API:',
    ...['overview', 'visitors?granularity=week', 'pages?limit=5', 'channels', 'geo', 'realtime'].map(curl),
  ].join('\n');
}
