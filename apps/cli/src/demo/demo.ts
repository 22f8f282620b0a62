/** Creates the demo: a workspace, unless a key names one, and its history. */
import { createTenant, orDeleted } from '../admin/new-tenant.ts';
import type { AdminClient } from '../clients/admin-client.ts';
import { IngestClient, requireIngestServer, type Verdicts } from '../clients/ingest-client.ts';
import type { SecretKey } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { startProgress } from '../terminal/progress.ts';
import { z } from 'zod';
import { goals } from './cast.ts';
import { Traffic } from './traffic.ts';

export interface DemoResult extends Verdicts {
  /** The workspace and its public key; set only if the workspace was created here. */
  workspaceId?: string;
  publicKey?: string;
  secretKey: string;
}

interface DemoOptions {
  ingestUrl: string;
  /** The key of the workspace; if undefined, a workspace is created. */
  key: SecretKey | undefined;
  admin: () => AdminClient;
  events: number;
  seed: number;
  isQuiet: boolean;
  /** Aborting it ends the demo before everything is sent. */
  signal: AbortSignal;
}

interface Demo {
  result: DemoResult;
  /** The traffic and the client, ready to continue after the history. */
  traffic: Traffic;
  client: IngestClient;
}

/** Rejects with a CommandError if the ingest server does not respond, refuses the events, or `signal` aborts; then no workspace is left, or the message names it. */
export async function makeDemo(options: DemoOptions): Promise<Demo> {
  const { ingestUrl, key, admin } = options;
  await requireIngestServer(ingestUrl);
  if (key !== undefined) return sendHistory({ secretKey: key.key }, key, options);
  const { workspaceId, publicKey, secretKey } = await createTenant(admin(), { name: 'Demo' }, 'demo');
  return orDeleted(admin(), { workspaceId }, async () => {
    for (const goal of goals) await admin().call('POST', `/workspaces/${workspaceId}/goals`, z.unknown(), goal);
    const created = { key: secretKey, source: 'the new workspace' };
    return sendHistory({ workspaceId, publicKey, secretKey }, created, options);
  });
}

async function sendHistory(
  target: Omit<DemoResult, keyof Verdicts>,
  key: SecretKey,
  { ingestUrl, events: count, seed, isQuiet, signal }: DemoOptions,
): Promise<Demo> {
  const traffic = new Traffic(seed);
  const events = traffic.history(count, Date.now());
  const client = new IngestClient(ingestUrl, key, signal);
  const progress = startProgress('events', isQuiet, events.length);
  try {
    for (const [index, event] of events.entries()) {
      signal.throwIfAborted();
      await client.add(event);
      progress.update(index + 1);
    }
    await client.flush();
  } catch (error) {
    throw signal.aborted ? new CommandError('the demo was stopped before all events were sent') : error;
  } finally {
    progress.stop();
  }
  return { result: { ...target, ...client.verdicts }, traffic, client };
}
