/** A deadline for work that may not answer. */
import { AppError } from '@footfall/errors';

const retryAfterSeconds = 2;

/** The result of `work`, or UNAVAILABLE when there is none after `deadlineMs`. The work itself goes on. */
export async function within<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('UNAVAILABLE', 'Events cannot be taken now; send them again later', { retryAfterSeconds }));
    }, deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
