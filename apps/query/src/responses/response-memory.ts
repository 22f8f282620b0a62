/** The memory for responses: a limit for the bytes of those that are being encoded, or that their clients have not read yet. */
import type { ServerResponse } from 'node:http';
import { unavailable } from '@footfall/errors';
import { SharedLimit } from './shared-limit.ts';

export const responseMemoryLimits = {
  /** The bytes of all responses in the process; one workspace may use a quarter, which is two of the largest responses. Above it, requests are refused with 503. */
  bytesMax: 64 * 1024 * 1024,
  /** The time within which a client must have read its response; then its connection is closed. Enough for the largest response at 600 kbit/s, and for a usual one on any connection. */
  readMsMax: 120_000,
} as const;

export type ResponseMemoryLimits = Record<keyof typeof responseMemoryLimits, number>;

/** The bytes that one response has reserved. */
export interface Reservation {
  /** Changes their number. Throws UNAVAILABLE over a limit, and then releases all. */
  resize(bytes: number): void;
}

export class ResponseMemory {
  readonly #bytes: SharedLimit;
  readonly #readMsMax: number;

  constructor({ bytesMax, readMsMax }: ResponseMemoryLimits) {
    this.#bytes = new SharedLimit(bytesMax);
    this.#readMsMax = readMsMax;
  }

  /** Reserves `bytes` until the client has read the response or its connection has closed, at the latest after `readMsMax`. Throws UNAVAILABLE over a limit. */
  reserve(response: ServerResponse, workspaceId: string, bytes: number): Reservation {
    const { req: request } = response;
    const { socket } = request;
    let reserved = 0;
    const release = () => {
      this.#bytes.release(workspaceId, reserved);
      reserved = 0;
    };
    const resize = (to: number) => {
      release();
      // A closed connection drops everything written to it.
      if (socket.destroyed) return;
      if (!this.#bytes.take(workspaceId, to)) {
        throw unavailable('Too many responses have not been read by their clients yet; try again shortly');
      }
      reserved = to;
    };
    resize(bytes);
    if (socket.destroyed) return { resize };
    const deadline = setTimeout(() => socket.destroy(), this.#readMsMax);
    const end = () => {
      clearTimeout(deadline);
      release();
    };
    response.once('close', end);
    // The response to a pipelined request does not close if its connection does so before its turn.
    request.once('close', end);
    return { resize };
  }
}
