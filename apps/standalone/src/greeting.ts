/** The text that the start prints: URLs, keys, two `curl` commands that show it working, and the script tag. */
import { reachableUrl } from '@footfall/http';
import { tagLine } from '@footfall/tracker/tag-line';
import colors from 'picocolors';
import type { Standalone } from './standalone.ts';

/** A browser's, because events of curl's own are a bot's. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** The block of text, with the keys in it: for the terminal, never for the log. `ownerToken` is that of a link that makes the first owner. */
export function greeting(product: Standalone, ownerToken: string | undefined): string {
  const { credentials, areCredentialsValid, dataDir } = product;
  const apiUrl = reachableUrl(product.apiUrl);
  const ingestUrl = reachableUrl(product.ingestUrl);
  const [tagTitle, tag] = tagLine(ingestUrl, credentials.publicKey);
  const rows = [
    ['API', apiUrl],
    ['Ingest', ingestUrl],
    ['Dashboard', `${apiUrl}/`],
    ['Sign in', signIn(apiUrl, ownerToken)],
    ['Workspace', credentials.workspaceId],
    ['Public key', `${credentials.publicKey}   sends events, may be seen in pages`],
    ['Secret key', `${credentials.secretKey}   reads everything, keep it on servers`],
    ['Data', `${dataDir}   (keys: credentials.json)`],
  ];
  return [
    '',
    `  ${colors.green(colors.bold('Footfall is ready.'))}`,
    '',
    ...rows.map(([name = '', value = '']) => `  ${colors.dim(name.padEnd(11))} ${value}`),
    ...(areCredentialsValid ? [] : ['', `  ${colors.yellow(staleNote(credentials.workspaceId))}`]),
    '',
    `  ${colors.bold('Send an event:')}`,
    `  curl '${ingestUrl}/api/v1/events' -H 'X-API-Key: ${credentials.publicKey}' -H 'Content-Type: application/json' \\`,
    `    -A '${userAgent}' \\`,
    `    -d '{"type": "$pageview", "url": "https://example.com/hello", "title": "Hello"}'`,
    '',
    // Stored within a second; an answer given before that would be remembered for a minute.
    `  ${colors.bold('Read it back:')}`,
    `  sleep 1; curl '${apiUrl}/api/v1/analytics/realtime' -H 'X-API-Key: ${credentials.secretKey}'`,
    '',
    `  ${colors.bold(tagTitle)}`,
    `  ${tag}`,
    '',
    `  More to look at: ${colors.bold('npm run footfall demo')}. Stop with Ctrl-C.`,
    '',
    '',
  ].join('\n');
}

function signIn(apiUrl: string, token: string | undefined): string {
  if (token === undefined) return 'npm run footfall sign-in   prints a link';
  return `${apiUrl}/sign-in#${token}   works once, within 24 hours`;
}

function staleNote(workspaceId: string): string {
  return `A key in credentials.json has been revoked: npm run footfall -- keys create ${workspaceId} --type secret`;
}
