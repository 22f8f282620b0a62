/** A new workspace with a key of each type: what one needs to send a first event and to read it back. */
import type { Workspace } from '@footfall/schemas';
import { tagLine } from '@footfall/tracker/tag-line';
import type { AdminClient } from '../clients/admin-client.ts';
import { issuedKeySchema } from './keys.ts';
import { workspaceSchema } from './workspace.ts';

/** The workspace's own fields and its keys, which cannot be shown again. */
export interface NewTenant extends Workspace {
  publicKey: string;
  secretKey: string;
}

/** Makes the workspace that `body` describes and its two keys, named `keyName`. */
export async function createTenant(admin: AdminClient, body: object, keyName: string): Promise<NewTenant> {
  const workspace = await admin.call('POST', '/workspaces', workspaceSchema, body);
  const makeKey = async (type: string) => {
    const path = `/workspaces/${workspace.workspaceId}/keys`;
    return (await admin.call('POST', path, issuedKeySchema, { type, name: keyName })).key;
  };
  return { ...workspace, publicKey: await makeKey('public'), secretKey: await makeKey('secret') };
}

/** A browser's, because events of curl's own are a bot's. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** The keys, a command each that sends an event and reads it back, and the line that has a site measured; the URLs are what clients use. */
export function renderTenant(tenant: NewTenant, apiUrl: string, ingestUrl: string): string {
  const { workspaceId, name, plan, publicKey, secretKey } = tenant;
  const [tagTitle, tag] = tagLine(ingestUrl, publicKey);
  return [
    `workspace   ${workspaceId}   ${name}, plan ${plan}`,
    `public key  ${publicKey}   sends events, may be seen in pages`,
    `secret key  ${secretKey}   reads everything, keep it on servers`,
    '',
    'Keep the keys now: they are stored as hashes only and cannot be shown again.',
    '',
    'Send an event:',
    `  curl '${ingestUrl}/api/v1/events' -H 'X-API-Key: ${publicKey}' -H 'Content-Type: application/json' \\`,
    `    -A '${userAgent}' \\`,
    `    -d '{"type": "$pageview", "url": "https://example.com/hello", "title": "Hello"}'`,
    '',
    // Stored within a second or two; an answer given before that would be remembered for a minute.
    'Read it back:',
    `  sleep 2; curl '${apiUrl}/api/v1/analytics/realtime' -H 'X-API-Key: ${secretKey}'`,
    '',
    tagTitle,
    `  ${tag}`,
  ].join('\n');
}
