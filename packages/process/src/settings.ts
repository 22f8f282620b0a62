/** Settings come from the environment, once, checked; a bad one stops the start with one line that names it. */
import { StartError } from '@footfall/errors';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of `schema` read from `environment`. Empty values count as absent. Throws a StartError that names the first bad setting, never its value. */
export function loadSettings<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StartError(`Setting ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? 'is not valid'}`);
}

/** The process environment, with `.env` of the working directory underneath it when there is one. */
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

/** A token or another secret that is sent in a header. */
export const tokenSetting = z.string().regex(/^\S+$/, 'takes text without blanks');

/** A TCP port; 0 lets the system choose. */
export const portSetting = wholeNumber('takes a port, 0 to 65535', 0, 65_535);
/** A whole number of one or more. */
export const countSetting = wholeNumber('takes a whole number, 1 or more', 1, Number.MAX_SAFE_INTEGER);

/** A bound that may be 0. */
export const boundSetting = wholeNumber('takes a whole number', 0, Number.MAX_SAFE_INTEGER);

/** The base of an address as others reach it: `https://stats.example.com`, without a slash at its end. */
export const baseUrlSetting = z
  .url({ protocol: /^https?$/, error: 'takes a URL such as https://stats.example.com' })
  .transform((url) => url.replace(/\/+$/, ''));

/** In plain digits: a coercion would read blanks as 0, and take 0x50 and 1e3. */
function wholeNumber(takes: string, min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, takes)
    .transform(Number)
    .refine((value) => value >= min && value <= max, takes);
}
