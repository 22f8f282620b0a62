/** The Footfall that runs on DATA_DIR, as it reports itself over its socket. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminSocketFile } from '@footfall/schemas';
import { z } from 'zod';
import type { CliSettings } from '../config.ts';
import { CommandError } from '../terminal/command-error.ts';
import { call } from './http-call.ts';

export interface LocalServer {
  version: string;
  /** The URLs as reached from this machine. */
  apiUrl: string;
  ingestUrl: string;
}

const replySchema = z.object({
  data: z.object({ version: z.string(), apiUrl: z.string(), ingestUrl: z.string() }),
});
/** Errors of a socket whose process has ended. */
const goneCodes: readonly unknown[] = ['ENOENT', 'ECONNREFUSED'];

export interface LocalSocket {
  url: string;
  socketPath: string;
}

/** Returns the endpoint of the socket in DATA_DIR; undefined if there is none. */
export function socketIn({ DATA_DIR }: Pick<CliSettings, 'DATA_DIR'>): LocalSocket | undefined {
  const socketPath = join(DATA_DIR, adminSocketFile);
  return existsSync(socketPath) ? { url: 'http://localhost', socketPath } : undefined;
}

/** Resolves to undefined if no Footfall runs on DATA_DIR. Rejects with a CommandError if one does but does not respond. */
export async function findLocalServer(settings: Pick<CliSettings, 'DATA_DIR'>): Promise<LocalServer | undefined> {
  const socket = socketIn(settings);
  if (!socket) return undefined;
  try {
    const reply = await call(socket, { method: 'GET', path: '/local/v1/server' });
    return replySchema.parse(reply.body).data;
  } catch (error) {
    if (error instanceof Error && 'code' in error && goneCodes.includes(error.code)) return undefined;
    throw new CommandError(`${socket.socketPath} does not respond like a running Footfall of this version`, {
      cause: error,
    });
  }
}
