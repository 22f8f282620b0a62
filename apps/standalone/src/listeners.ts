/** The listeners of one process, which stop at the same time: in sequence, each would wait for its own slow clients. */
import type { Listener } from '@footfall/http';

export class Listeners {
  readonly #open: Listener[] = [];

  /** Resolves with the URL of the listener once it is open. */
  async add(opening: Promise<Listener>): Promise<string> {
    const listener = await opening;
    this.#open.push(listener);
    return listener.url;
  }

  /** Resolves once all are drained; `deadlineMs` is the deadline of each. */
  async drain(deadlineMs: number): Promise<void> {
    await Promise.all(this.#open.map((listener) => listener.drain(deadlineMs)));
  }
}
