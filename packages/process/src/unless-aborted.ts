/** A wait that ends when a signal aborts. */

/** Resolves with the result of `work`, or with undefined once `signal` has aborted; the outcome of `work` is then ignored. */
export function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const stopWaiting = () => resolve(undefined);
    signal.addEventListener('abort', stopWaiting, { once: true });
    if (signal.aborted) stopWaiting();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopWaiting));
  });
}
