/** Cancels the work on one request. An AbortController would cost as much as all other work of admission. */

export class Cancellation {
  #reason: { readonly error: unknown } | undefined;
  #stop: ((error: unknown) => void) | undefined;

  /** Rejects the wait of the request with `error`, and all its later work. Only the first call counts. */
  cancel(error: unknown): void {
    if (this.#reason) return;
    this.#reason = { error };
    this.#stop?.(error);
  }

  /** Throws the error of the cancellation, if the request is cancelled. */
  throwIfCancelled(): void {
    if (this.#reason) throw this.#reason.error;
  }

  /** Calls `stop` if the request is cancelled before its next wait. A request has one wait at a time; `stop` has no effect once it is over. */
  whileWaiting(stop: (error: unknown) => void): void {
    this.#stop = stop;
  }
}
