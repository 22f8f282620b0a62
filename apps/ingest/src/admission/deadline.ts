/** A deadline for work that may not finish. */
import { overloaded } from './overloaded.ts';

/** Resolves with the result of `work`; rejects with UNAVAILABLE if there is none after `deadlineMs`. The work itself continues. */
export async function within<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(overloaded()), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
