/** Ends the work on one request. An AbortController does the same, at the cost of all the rest of the work that admission is. */

export class Cancellation {
  #reason: { readonly error: unknown } | undefined;
  #stop: ((error: unknown) => void) | undefined;

  /** Has whatever waits reject with `error`, and everything that begins later. Only the first call counts. */
  cancel(error: unknown): void {
    if (this.#reason) return;
    this.#reason = { error };
    this.#stop?.(error);
  }

  /** Throws the error of the cancellation, if there was one. */
  throwIfCancelled(): void {
    if (this.#reason) throw this.#reason.error;
  }

  /** Calls `stop` if the request is cancelled before the next call. A request waits for one thing at a time. */
  whileWaiting(stop: ((error: unknown) => void) | undefined): void {
    this.#stop = stop;
  }
}
