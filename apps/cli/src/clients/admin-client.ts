/** Calls the admin API: over the local socket if the server runs here, otherwise over HTTP with the token. */
import { z } from 'zod';
import { none } from '../terminal/none.ts';
import { CommandError } from '../terminal/command-error.ts';
import { type Call, call, DeadlineError, type Endpoint, noResponse } from './http-call.ts';
import type { CliSettings } from '../config.ts';
import { findApiUrl } from './addresses.ts';
import { requireSocket, socketIn } from './local-server.ts';

export interface AdminClient {
  /** Resolves with the response's `data`, checked. Rejects with a CommandError that contains the API's message. */
  call<Data>(method: Call['method'], path: string, data: z.ZodType<Data>, body?: object): Promise<Data>;
}

const responseSchema = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/** Returns a client. `api` is the base URL of the command line. The socket is used if it exists and neither `api` nor FOOTFALL_API is set. */
export function adminClient(api: string | undefined, settings: CliSettings): AdminClient {
  return {
    async call(method, path, data, body) {
      const target = await chooseTarget(api, settings);
      const reply = await call(target.endpoint, {
        method,
        path: `/admin/v1${path}`,
        token: target.token,
        body: body && JSON.stringify(body),
      }).catch((error: unknown) => {
        throw unreachable(target, error);
      });
      const response = responseSchema.safeParse(reply.body).data;
      if (response?.success === false) throw new CommandError(explain(response.error, target));
      if (response === undefined) throw new CommandError(`the response of ${target.name} is not from Footfall`);
      const parsed = data.safeParse(response.data);
      if (!parsed.success) throw new CommandError(anotherVersion(target, method));
      return parsed.data;
    },
  };
}

interface Target {
  name: string;
  endpoint: Endpoint;
  token?: string | undefined;
}

async function chooseTarget(api: string | undefined, settings: CliSettings): Promise<Target> {
  const token = settings.ADMIN_TOKEN;
  if (api === undefined && settings.FOOTFALL_API === undefined) {
    const socket = token === undefined ? requireSocket(settings) : socketIn(settings);
    if (socket) return { name: socket.socketPath, endpoint: socket };
  }
  const { url } = await findApiUrl(api, settings);
  if (token === undefined) throw new CommandError('ADMIN_TOKEN must be the token that the server was started with');
  return { name: url, endpoint: { url }, token };
}

function unreachable({ name }: Target, cause: unknown): CommandError {
  if (cause instanceof DeadlineError) return new CommandError(`${name} ${cause.message}`, { cause });
  return new CommandError(noResponse(name, cause), { cause });
}

/** Returns the message that the server has another version: an upgrade has not restarted it yet, or has left out the image of the command. */
function anotherVersion({ name }: Target, method: Call['method']): string {
  const message = `Footfall at ${name} is another version than this command`;
  return method === 'GET'
    ? `${message}: restart it or update this command, then try again`
    : `${message}: it has made the change, but its response cannot be read. Restart it or update this command before you check the change`;
}

function explain(error: { code: string; message: string }, target: Target): string {
  if (error.code === 'UNAUTHORIZED') return `${target.name} refused ADMIN_TOKEN`;
  // If a workspace, key or person is missing, the server names it. The socket always has the admin API.
  const isMissing = target.token !== undefined && error.code === 'NOT_FOUND' && error.message === 'Not found';
  if (isMissing) {
    return `there is no admin API at ${target.name}: it must be the URL of an API that was started with ADMIN_TOKEN`;
  }
  return `${error.message.split('; ').map(withOption).join('; ')} (${error.code})`;
}

/** The options for fields that have another name or another word for null, with that word; undefined if the option cannot be null. */
const optionOf: Readonly<Record<string, { option: string; null?: string }>> = {
  allowedOrigins: { option: '--origin' },
  domain: { option: '--domain', null: none },
  expiresAt: { option: '--expires-at' },
  timezone: { option: '--timezone', null: none },
  valueProp: { option: '--value-prop' },
  workspaceId: { option: '--workspace' },
};

/** Returns the message about one field with its option in place of the name. */
function withOption(message: string): string {
  const [named = '', field = ''] = /^(\w+)(?:\.\d+)?(?= must )/.exec(message) ?? [];
  const known = optionOf[field];
  if (!known) return message;
  const orNull = known.null === undefined ? '' : `, or ${known.null}`;
  return known.option + message.slice(named.length).replace(', or null', orNull);
}
