/** One connection: a few of its pipelined requests are handled at a time, the others wait. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Refusal, refuseConnection, refuseWaiting } from './refusals.ts';
import type { Turnstile } from './turnstile.ts';

/** The state that all connections of a server share. */
export interface Shared {
  readonly turnstile: Turnstile;
  readonly handledPerConnectionMax: number;
  readonly waitingRequestsMax: number;
  /** Pipelined requests of all connections that wait. */
  waitingRequests: number;
  /** True once waiting requests are no longer handled. */
  isStopped: boolean;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  respond: RequestListener;
}

export class Connection {
  readonly #socket: Duplex;
  readonly #shared: Shared;
  readonly #handled = new Set<Exchange>();
  readonly #waiting: Exchange[] = [];
  /** True once a request was refused here and not by the app: the requests after it are never handled. */
  #isRefused = false;

  constructor(socket: Duplex, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
    socket.once('close', () => {
      shared.waitingRequests -= this.#waiting.splice(0).length;
    });
  }

  /** Handles a request now or when its turn comes. */
  accept(exchange: Exchange): void {
    if (this.#isRefused) return;
    if (this.#hasCapacity && this.#waiting.length === 0) this.#handle(exchange);
    else this.#wait(exchange);
  }

  /** Responds with `respond` to this request, after those before it, and to no further one. */
  refuse(exchange: Exchange): void {
    this.accept(exchange);
    this.#isRefused = true;
  }

  /** Responds with a refusal to data that the apps do not read, and closes the connection. */
  refuseRest(refusal: Refusal): void {
    this.#isRefused = true;
    if (!this.#socket.writable || this.#isResponding) this.close();
    else refuseConnection(this.#socket, refusal);
  }

  close(): void {
    this.#socket.destroy();
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** True while a request is handled and the client has read everything so far. */
  get isBusy(): boolean {
    return this.#handled.size > 0 && this.#socket.writableLength === 0;
  }

  /** True while a response to a complete request is being computed. */
  get isComputing(): boolean {
    return this.isBusy && [...this.#handled].some(({ request }) => request.complete);
  }

  /** True if a response has been sent in part, so that nothing else may be written. */
  get #isResponding(): boolean {
    return [...this.#handled].some(({ response }) => response.headersSent && !response.writableFinished);
  }

  get #hasCapacity(): boolean {
    return this.#handled.size < this.#shared.handledPerConnectionMax;
  }

  #handle(exchange: Exchange): void {
    const { request, response, respond } = exchange;
    this.#handled.add(exchange);
    response.once('close', () => {
      this.#handled.delete(exchange);
      // In a later turn of the event loop, so that a long queue does not block other connections.
      if (this.#waiting.length > 0) setImmediate(() => this.#handleWaiting());
      else this.#shared.turnstile.pause(this.#socket);
    });
    respond(request, response);
  }

  #wait(exchange: Exchange): void {
    const shared = this.#shared;
    const isFull = shared.waitingRequests >= shared.waitingRequestsMax;
    if (isFull) this.#isRefused = true;
    shared.waitingRequests += 1;
    this.#waiting.push(isFull ? { ...exchange, respond: refuseWaiting } : exchange);
    // Requests that have arrived with this one are parsed with it; later ones stay with the client.
    this.#socket.pause();
  }

  #handleWaiting(): void {
    if (this.#shared.isStopped || this.#socket.destroyed) return;
    while (this.#hasCapacity) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#shared.waitingRequests -= 1;
      this.#handle(next);
    }
    if (this.#waiting.length === 0) this.#socket.resume();
  }
}
