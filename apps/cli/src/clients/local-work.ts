/** Runs a job on the store of the Footfall on this machine: only its process can open the embedded store. */
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { Job } from '@footfall/consumer/jobs';
import { z } from 'zod';
import { CommandError } from '../terminal/command-error.ts';
import { DeadlineError, send } from './http-call.ts';
import type { LocalSocket } from './local-server.ts';

/** The server sends at least an empty line every few seconds; a longer silence means that it has stalled. */
const silenceMsMax = 30_000;

const lineSchema = z.union([
  z.object({ done: z.number(), total: z.number() }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);
/** The only line of the response to a refused request. */
const refusalSchema = z.object({ success: z.literal(false), error: z.object({ message: z.string() }) });

/** Resolves with the job's report. Rejects with a CommandError that contains the server's reason, or that the server is another version. */
export async function runLocalJob<Input, Report>(
  socket: LocalSocket,
  { name, report }: Job<Input, Report>,
  input: Input,
  onProgress: (done: number, total: number) => void,
): Promise<Report> {
  const request = { method: 'POST', path: `/local/v1/${name}`, body: JSON.stringify(input) } as const;
  const response = await send(socket, request, { timeout: silenceMsMax }).catch((error: unknown) => {
    throw error instanceof DeadlineError ? new CommandError('the running Footfall does not respond') : error;
  });
  for await (const text of linesOf(response)) {
    if (text === '') continue;
    const value: unknown = JSON.parse(text);
    const refused = refusalSchema.safeParse(value).data;
    if (refused) throw new CommandError(refused.error.message);
    const line = lineSchema.parse(value);
    if ('error' in line) throw new CommandError(line.error.message);
    if ('result' in line) return reported(report, line.result);
    onProgress(line.done, line.total);
  }
  throw new CommandError('the running Footfall stopped before the command was complete');
}

/** Returns the result as a report. Between the build and the restart of an upgrade, the server is still the previous version. */
function reported<Report>(schema: z.ZodType<Report>, result: unknown): Report {
  const parsed = schema.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    'the running Footfall is another version than this command: restart it, then run the command again',
  );
}

/** Iterates over the lines of a response. Rejects with a CommandError if its connection breaks, or is silent for too long. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: response });
  } catch (cause) {
    throw new CommandError('the running Footfall stopped or stalled before the command was complete', { cause });
  }
}
