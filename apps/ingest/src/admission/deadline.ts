/** A deadline for work that may not finish. */
import type { Cancellation } from './cancellation.ts';
import { overloaded } from './overloaded.ts';

/** Settles as `work` does; rejects with UNAVAILABLE, and cancels what has not begun, if it has not settled after `deadlineMs`. */
export function within<Result>(deadlineMs: number, work: Promise<Result>, cancellation: Cancellation): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = overloaded();
      cancellation.cancel(error);
      reject(error);
    }, deadlineMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        return resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        return reject(error);
      },
    );
  });
}
