/** The workspace that an import sends to. */
import { FootfallClient } from '@footfall/client';
import { type Workspace, workspaceSchema } from '@footfall/schemas';
import { z } from 'zod';
import { failureOfRequest } from '../clients/analytics.ts';
import type { Context } from '../clients/context.ts';
import { socketIn } from '../clients/local-server.ts';
import type { CliSettings, SecretKey } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { isOfSite } from './page.ts';

export type Target = Pick<Workspace, 'workspaceId' | 'name'>;

/**
 * Resolves with the workspace of the key; undefined if no admin API next to the ingest server can be called. Rejects with a CommandError if the key is not
 * valid, or if `host` is the domain of another workspace and `--key` does not choose this one.
 */
export async function findTarget(
  found: SecretKey,
  { host, ingest }: { host: string; ingest?: string | undefined },
  context: Pick<Context, 'settings' | 'admin' | 'apiUrl' | 'calledAs'>,
): Promise<Target | undefined> {
  if (!hasAdminFor(ingest, context.settings())) return undefined;
  const workspaceId = await workspaceOf(found, (await context.apiUrl()).url);
  const all = await context.admin().call('GET', '/workspaces', z.array(workspaceSchema.loose()));
  const target = all.find((each) => each.workspaceId === workspaceId);
  const isOfHost = ({ domain }: Pick<Workspace, 'domain'>) => domain !== null && isOfSite(domain, host);
  const owner = target && !isOfHost(target) ? all.find(isOfHost) : undefined;
  if (target && owner && found.source !== '--key') {
    throw new CommandError(
      `${host} is the domain of ${named(owner)}, but the key (${found.source}) is of ${named(target)}: set --key to the key that ${context.calledAs} keys create ${owner.workspaceId} --type secret prints`,
    );
  }
  return target && { workspaceId, name: target.name };
}

/** Returns a workspace as messages name it. */
export function named({ workspaceId, name }: Target): string {
  return `${name} (${workspaceId})`;
}

/** Returns true if the admin API can be called, and knows the workspaces of the ingest server: both are on this machine, or both in the settings. */
function hasAdminFor(ingest: string | undefined, settings: CliSettings): boolean {
  const { ADMIN_TOKEN, FOOTFALL_API, FOOTFALL_INGEST } = settings;
  if (ingest !== undefined || (FOOTFALL_API === undefined) !== (FOOTFALL_INGEST === undefined)) return false;
  return ADMIN_TOKEN !== undefined || (FOOTFALL_API === undefined && socketIn(settings) !== undefined);
}

async function workspaceOf({ key, source }: SecretKey, url: string): Promise<string> {
  const result = await new FootfallClient({ url, key }).query('realtime', {}).catch((error: unknown) => {
    const { code, message } = failureOfRequest(error, { url, source });
    throw new CommandError(message + (code === undefined ? '' : ` (${code})`));
  });
  return result.workspaceId;
}
