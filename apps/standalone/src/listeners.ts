/** The listeners of one process, which stop at the same time: one after another, each would wait for its own slow clients. */
import type { Listener } from '@footfall/http';

export class Listeners {
  readonly #open: Listener[] = [];

  /** The URL of the listener, once it is open. */
  async add(opening: Promise<Listener>): Promise<string> {
    const listener = await opening;
    this.#open.push(listener);
    return listener.url;
  }

  /** Resolves once all have been drained; `deadlineMs` is that of each. */
  async drain(deadlineMs: number): Promise<void> {
    await Promise.all(this.#open.map((listener) => listener.drain(deadlineMs)));
  }
}
