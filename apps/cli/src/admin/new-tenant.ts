/** A new workspace with a key of each type. */
import { issuedKeySchema, type Workspace, workspaceSchema } from '@footfall/schemas';
import { firstEventLines, tagLines } from '@footfall/tracker/first-steps';
import { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';

/** The workspace's own fields and its keys, which cannot be shown again. */
interface NewTenant extends Workspace {
  publicKey: string;
  secretKey: string;
}

/** Creates the workspace that `body` describes and its two keys, named `keyName`. Rejects like `orDeleted`. */
export async function createTenant(admin: AdminClient, body: object, keyName: string): Promise<NewTenant> {
  const workspace = await admin.call('POST', '/workspaces', workspaceSchema.loose(), body);
  const makeKey = async (type: string) => {
    const path = `/workspaces/${workspace.workspaceId}/keys`;
    return (await admin.call('POST', path, issuedKeySchema.loose(), { type, name: keyName })).key;
  };
  return orDeleted(admin, workspace, async () => ({
    ...workspace,
    publicKey: await makeKey('public'),
    secretKey: await makeKey('secret'),
  }));
}

/** Returns the result of `work` on a new workspace. If it rejects, no workspace is left, or the message names it. */
export async function orDeleted<Result>(
  admin: AdminClient,
  { workspaceId }: Pick<Workspace, 'workspaceId'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await admin.call('DELETE', `/workspaces/${workspaceId}`, z.unknown()).catch(() => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`${reason}; the workspace ${workspaceId} could not be deleted`, { cause: error });
    });
    throw error;
  }
}

/** Renders the keys, a command that sends an event and one that reads it back, and the script tag. The URLs are those that clients use. */
export function renderTenant(tenant: NewTenant, apiUrl: string, ingestUrl: string): string {
  const { workspaceId, name, plan, publicKey, secretKey } = tenant;
  const [tagTitle, ...tag] = tagLines(ingestUrl, publicKey);
  return [
    `workspace   ${workspaceId}   ${name}, plan ${plan}`,
    `public key  ${publicKey}   sends events, may be visible in pages`,
    `secret key  ${secretKey}   reads everything, keep it on servers`,
    '',
    'Store the keys now: Footfall keeps only hashes, and cannot show them again.',
    '',
    'Send an event:',
    ...firstEventLines(ingestUrl, publicKey).map((line) => `  ${line}`),
    '',
    // Events are stored within a second or two.
    'Read it back:',
    `  sleep 2; curl '${apiUrl}/api/v1/analytics/realtime' -H 'X-API-Key: ${secretKey}'`,
    '',
    tagTitle,
    ...tag.map((line) => `  ${line}`),
  ].join('\n');
}
