/**
 * Lets a few kept-alive connections send their next request at a time. Of new connections the event loop takes one each time it
 * looks at the sockets: if it read all open ones first, a flood over them would keep everybody else out.
 */
import type { Duplex } from 'node:stream';

/** Connections that are read again at each look at the sockets. */
const resumedAtOnce = 16;

export class Turnstile {
  readonly #paused: Duplex[] = [];

  /** Pauses a connection, which has been answered, until its turn comes. */
  pause(socket: Duplex): void {
    if (socket.destroyed) return;
    socket.pause();
    this.#paused.push(socket);
    if (this.#paused.length === 1) setImmediate(() => this.#resume());
  }

  #resume(): void {
    for (const socket of this.#paused.splice(0, resumedAtOnce)) socket.resume();
    if (this.#paused.length > 0) setImmediate(() => this.#resume());
  }
}
