/** Reads settings from the environment, once. An invalid one prevents the start with one line that names it. */
import { StartError } from '@footfall/errors';
import { z } from 'zod';
import { blockedPorts } from './blocked-ports.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the settings of `schema` from `environment`. Empty values count as absent. Throws a StartError that names the first bad setting, never its value. */
export function loadSettings<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StartError(`Setting ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'is not valid'}`);
}

/** Returns the environment of the process; variables that it lacks come from `.env` in the working directory, if there is one. */
export function processEnvironment(): Environment {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new StartError('.env cannot be read', { cause: error });
    }
  }
  return process.env;
}

/** A token that is sent in a header, whose characters beyond ASCII each client encodes in its own way. */
export const tokenSetting = z
  .string()
  .regex(/^[!-~]+$/, 'must contain printable ASCII characters only, without blanks');

/** A TCP port that browsers can call; 0 lets the system choose. */
export const portSetting = wholeNumber('must be a port, 0 to 65535', 0, 65_535).refine(
  (port) => !blockedPorts.has(port),
  'must be a port that browsers do not block (https://fetch.spec.whatwg.org/#port-blocking)',
);

/** A whole number of one or more. */
export const countSetting = wholeNumber('must be a whole number, 1 or more', 1, Number.MAX_SAFE_INTEGER);

/** A limit that may be 0. */
export const boundSetting = wholeNumber('must be a whole number', 0, Number.MAX_SAFE_INTEGER);

/** A base URL such as `https://stats.example.com`, without a slash at its end. */
export const baseUrlSetting = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://stats.example.com' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Requires plain digits: a coercion would read blanks as 0, and accept 0x50 and 1e3. */
function wholeNumber(message: string, min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}
