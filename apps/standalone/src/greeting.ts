/** The greeting that the start prints: URLs, keys, two `curl` commands to try it, and the script tag. */
import { join } from 'node:path';
import { version } from '@footfall/process';
import { type Credentials, credentialsFile } from '@footfall/schemas';
import { firstEventLines, tagLines } from '@footfall/tracker/first-steps';
import colors from 'picocolors';
import { shellWord } from './shell-word.ts';
import type { StandaloneSettings } from './settings.ts';
import type { Standalone } from './standalone.ts';

type Started = Pick<Standalone, 'apiUrl' | 'ingestUrl' | 'dataDir' | 'credentials' | 'validKeys'>;
/** The URLs that clients use, if they are not those of the ports. */
type PublicUrls = Pick<StandaloneSettings, 'API_URL' | 'INGEST_URL'>;

interface Shown {
  /** The token of a link that creates the first owner. */
  ownerToken: string | undefined;
  /** False if the text may be written to a file: it then contains the path of the key instead. */
  showsSecretKey: boolean;
}

/** Returns the text, which contains the public key: for stdout, never for the log. */
export function greeting(
  product: Started,
  { API_URL, INGEST_URL }: PublicUrls,
  { ownerToken, showsSecretKey }: Shown,
): string {
  const { credentials, dataDir } = product;
  const validKeys = product.validKeys ?? { publicKey: false, secretKey: false };
  const apiUrl = API_URL ?? product.apiUrl;
  const ingestUrl = INGEST_URL ?? product.ingestUrl;
  const [tagTitle, ...tag] = tagLines(ingestUrl, credentials.publicKey);
  const keysPath = join(dataDir, credentialsFile);
  const shownSecret = showsSecretKey
    ? `${credentials.secretKey}   reads everything, keep it on servers`
    : `in ${keysPath}`;
  const workspaceRows = [
    ['Workspace', credentials.workspaceId],
    [
      'Public key',
      validKeys.publicKey
        ? `${credentials.publicKey}   sends events, may be visible in pages`
        : anotherKey(credentials, 'public'),
    ],
    ['Secret key', validKeys.secretKey ? shownSecret : anotherKey(credentials, 'secret')],
  ];
  const rows = [
    ['API', server(apiUrl, product.apiUrl)],
    ['Ingest', server(ingestUrl, product.ingestUrl)],
    ['Dashboard', `${apiUrl}/`],
    ['Sign in', signIn(apiUrl, ownerToken)],
    ...(product.validKeys ? workspaceRows : []),
    ['Data', `${dataDir}   (keys: ${credentialsFile})`],
  ];
  const send = [
    '',
    `  ${colors.bold('Send an event:')}`,
    ...indented(firstEventLines(ingestUrl, credentials.publicKey)),
  ];
  const header = showsSecretKey ? `'X-API-Key: ${credentials.secretKey}'` : `"X-API-Key: ${keyFrom(keysPath)}"`;
  // Stored within a second; an earlier response would be cached for a minute.
  const read = `sleep 1; curl '${apiUrl}/api/v1/analytics/realtime' -H ${header}`;
  return [
    '',
    `  ${colors.green(colors.bold(`Footfall ${version} is ready.`))}`,
    '',
    ...rows.map(([name = '', value = '']) => `  ${colors.dim(name.padEnd(11))} ${value}`),
    ...(product.validKeys ? [] : ['', `  ${anotherWorkspace()}`]),
    ...(validKeys.publicKey ? send : []),
    ...(validKeys.secretKey ? ['', `  ${colors.bold('Read it back:')}`, `  ${read}`] : []),
    ...(validKeys.publicKey ? ['', `  ${colors.bold(tagTitle)}`, ...indented(tag)] : []),
    '',
    `  To see 90 days of demo traffic: ${colors.bold('npm run footfall demo')}. Stop Footfall with Ctrl-C.`,
    '',
    '',
  ].join('\n');
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function server(url: string, listeningUrl: string): string {
  return url === listeningUrl ? url : `${url}   listens on ${listeningUrl}`;
}

/** Returns a shell's command substitution that reads the secret key. */
function keyFrom(path: string): string {
  return `$(sed -n 's/.*"secretKey": "\\(.*\\)".*/\\1/p' ${shellWord(path)})`;
}

function signIn(apiUrl: string, token: string | undefined): string {
  if (token === undefined) return 'npm run footfall sign-in   prints a link';
  return `${apiUrl}/sign-in#${token}   works once, within 24 hours`;
}

function anotherWorkspace(): string {
  const command = colors.yellow('npm run footfall -- workspaces create "My site" --with-keys');
  return `The workspace of ${credentialsFile} does not exist: ${command} makes another.`;
}

/** Returns the text to show instead of a key that was revoked or has expired. */
function anotherKey({ workspaceId }: Credentials, type: 'public' | 'secret'): string {
  const command = `npm run footfall -- keys create ${workspaceId} --type ${type}`;
  return `not valid: ${colors.yellow(command)}   creates a new one; put it into ${credentialsFile}`;
}
