/** The local API, which the socket offers in addition to the admin API: the URLs of this process, and jobs on its store. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { jobs, type JobPorts } from '@footfall/consumer/jobs';
import { AppError, unavailable } from '@footfall/errors';
import { adminSuccess, methodNotAllowed, notFound, sendError, sendJson } from '@footfall/http';
import { type Logger, version } from '@footfall/process';
import type { z } from 'zod';
import { type Run, streamJob } from './stream-job.ts';

const prefix = '/local/v1/';

interface LocalApiDeps extends JobPorts {
  apiUrl: string;
  ingestUrl: string;
  logger: Logger;
}

export interface LocalApi {
  handler: RequestListener;
  /** Ends the running job, and tells its client why. */
  close(): Promise<void>;
}

/** Handles `GET /local/v1/server` and `POST /local/v1/<job>`; all other requests go to `admin`. One job runs at a time. */
export function createLocalApi(deps: LocalApiDeps, admin: RequestListener): LocalApi {
  const { apiUrl, ingestUrl, logger } = deps;
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  const respond = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    if (path === 'server') {
      requireMethod(request, 'GET');
      sendJson(response, 200, adminSuccess({ version, apiUrl, ingestUrl }));
      return;
    }
    const job = jobs.find(({ name }) => name === path);
    if (!job) throw notFound();
    requireMethod(request, 'POST');
    const input = await readBody(request, job.input);
    if (running) throw new AppError('CONFLICT', 'Another command is using the store: try again when it has ended');
    logger.info({ audit: true, by: 'admin socket', route: `POST ${prefix}${path}` }, `${path} by admin socket`);
    const run: Run = (onProgress) => job.run(deps, input, onProgress);
    running = streamJob(response, run, closing.signal).finally(() => (running = undefined));
    await running;
  };

  return {
    handler(request, response) {
      const { url = '' } = request;
      if (!url.startsWith(prefix)) return admin(request, response);
      respond(request, response, url.slice(prefix.length)).catch((error: unknown) =>
        sendError(response, error, logger),
      );
    },
    async close() {
      closing.abort(unavailable('Footfall is stopping: run the command again once it has started'));
      await running;
    },
  };
}

/** Rejects with BAD_REQUEST if the body is not JSON or does not match `schema`. */
async function readBody<Body>(request: IncomingMessage, schema: z.ZodType<Body>): Promise<Body> {
  const parsed = schema.safeParse(await json(request).catch(() => undefined));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('BAD_REQUEST', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid'}`);
}

function requireMethod({ method }: IncomingMessage, allowed: string): void {
  if (method !== allowed) throw methodNotAllowed(allowed, method);
}
