/** The deadline of a response. */

/**
 * Settles like `read`, which reads the body of a response; calls `end` if `deadline` aborts before that, because the client aborts a
 * response only until its headers arrive. Afterwards nothing refers to the response or its request: a timeout with a listener stays in
 * memory until it fires.
 */
export async function readBefore<Result>(
  deadline: AbortSignal,
  end: () => void,
  read: () => Promise<Result>,
): Promise<Result> {
  deadline.addEventListener('abort', end);
  try {
    return await read();
  } finally {
    deadline.removeEventListener('abort', end);
  }
}
