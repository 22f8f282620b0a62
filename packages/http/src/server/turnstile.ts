/**
 * Lets a few kept-alive connections send their next request at a time. In each iteration the event loop accepts one new connection
 * and reads all open ones: a flood over those would keep all other clients out.
 */
import type { Duplex } from 'node:stream';

/** Connections that are read again per iteration of the event loop: while new ones arrive, and otherwise. */
const resumedAtOnce = { crowded: 1, usual: 16 };

export class Turnstile {
  readonly #paused: Duplex[] = [];
  #isCrowded = false;

  /** Resumes fewer paused connections in the next iteration, because other new ones may be queued behind this one. */
  noteNewConnection(): void {
    this.#isCrowded = true;
  }

  /** Pauses a connection, whose last response was sent, until its turn comes. */
  pause(socket: Duplex): void {
    if (socket.destroyed) return;
    socket.pause();
    this.#paused.push(socket);
    if (this.#paused.length === 1) setImmediate(() => this.#resume());
  }

  #resume(): void {
    const count = this.#isCrowded ? resumedAtOnce.crowded : resumedAtOnce.usual;
    this.#isCrowded = false;
    for (const socket of this.#paused.splice(0, count)) socket.resume();
    if (this.#paused.length > 0) setImmediate(() => this.#resume());
  }
}
