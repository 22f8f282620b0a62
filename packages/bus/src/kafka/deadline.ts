/** A deadline for a promise: some calls of kafkajs can wait forever. */
import { unavailable } from '@footfall/errors';

/** Settles like `promise`, or rejects with UNAVAILABLE after `deadlineMs`. */
export async function withDeadline<Result>(promise: Promise<Result>, deadlineMs: number): Promise<Result> {
  let deadline: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    deadline = setTimeout(() => reject(unavailable('Kafka is too slow')), deadlineMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(deadline);
  }
}
