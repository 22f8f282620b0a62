/** Streams a job to the command line as JSON lines: its progress, then its result or the reason of its failure. */
import type { ServerResponse } from 'node:http';
import { type AppError, toAppError } from '@footfall/errors';

/** The interval of empty lines, which keep the connection open while a statement runs. */
const heartbeatMs = 3_000;
/** The minimum interval between two progress reports. */
const progressMs = 200;

/** Runs a job. Resolves with its report, and rejects with the errors of `onProgress`. */
export type Run = (onProgress: (done: number, total: number) => void) => Promise<unknown>;

/** Resolves when the job has ended. The job ends early, at its next progress, if the client disconnects or `closing` aborts. The reason of `closing` is sent to the client. */
export async function streamJob(response: ServerResponse, run: Run, closing: AbortSignal): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  const send = (line: object) => response.write(`${JSON.stringify(line)}\n`);
  const heartbeat = setInterval(() => response.write('\n'), heartbeatMs);
  let sentAtMs = -Infinity;
  const onProgress = (done: number, total: number) => {
    closing.throwIfAborted();
    if (response.destroyed) throw new Error('the client has disconnected');
    if (performance.now() - sentAtMs < progressMs && done < total) return;
    sentAtMs = performance.now();
    send({ done, total });
  };
  try {
    send({ result: await run(onProgress) });
  } catch (error) {
    const fault = toAppError(error);
    send({ error: { code: fault.code, message: explained(fault) } });
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}

/** Returns the message with its cause, because users of the socket may see the engine's messages. */
function explained({ message, cause }: AppError): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
