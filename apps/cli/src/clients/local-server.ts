/** The Footfall that runs on DATA_DIR, as it reports itself over its socket. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminSocketFile } from '@footfall/schemas';
import { z } from 'zod';
import type { CliSettings } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { exists } from './exists.ts';
import { call, failureOf } from './http-call.ts';

export interface LocalServer {
  version: string;
  /** The URLs as reached from this machine. */
  apiUrl: string;
  ingestUrl: string;
}

const replySchema = z.object({
  data: z.object({ version: z.string(), apiUrl: z.string(), ingestUrl: z.string() }),
});

export interface LocalSocket {
  url: string;
  socketPath: string;
}

/** Returns the endpoint of the socket in DATA_DIR; undefined if there is none, or if this user cannot enter DATA_DIR. */
export function socketIn({ DATA_DIR }: Pick<CliSettings, 'DATA_DIR'>): LocalSocket | undefined {
  const socketPath = join(DATA_DIR, adminSocketFile);
  return existsSync(socketPath) ? { url: 'http://localhost', socketPath } : undefined;
}

/** Returns the endpoint of the socket in DATA_DIR, for a command that has no other way. Throws a CommandError if there is none, or if this user cannot enter DATA_DIR. */
export function requireSocket(settings: Pick<CliSettings, 'DATA_DIR'>): LocalSocket {
  const socket = socketIn(settings);
  if (socket) return socket;
  // Throws if this user cannot know whether there is one.
  exists(join(settings.DATA_DIR, adminSocketFile));
  throw new CommandError(
    `no running Footfall found in ${settings.DATA_DIR}: start it (npm start), or set --api and ADMIN_TOKEN`,
  );
}

/** Resolves to undefined if no Footfall runs on DATA_DIR. Rejects with a CommandError if the socket exists, but nothing responds there as expected. */
export async function findLocalServer(settings: Pick<CliSettings, 'DATA_DIR'>): Promise<LocalServer | undefined> {
  const socket = socketIn(settings);
  if (!socket) return undefined;
  const reply = await call(socket, { method: 'GET', path: '/local/v1/server' }).catch((error: unknown) => {
    const failure = failureOf(error);
    if (failure === undefined) return undefined;
    throw unexpected(socket, failure);
  });
  if (!reply) return undefined;
  const parsed = replySchema.safeParse(reply.body).data;
  if (!parsed) throw unexpected(socket, `status ${reply.status}`);
  return parsed.data;
}

function unexpected({ socketPath }: LocalSocket, reason: string): CommandError {
  return new CommandError(`${socketPath} exists, but no running Footfall responds there as expected (${reason})`);
}
