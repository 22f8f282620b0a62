/** Reads settings from the environment, once. An invalid one prevents the start with one line that names it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { StartError } from '@footfall/errors';
import { z } from 'zod';
import { blockedPorts } from './blocked-ports.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the settings of `schema` from `environment`. Empty values count as absent. Throws a StartError that names the first bad setting. Its value is shown only if it cannot be secret. */
export function loadSettings<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StartError(`${issue?.path.join('.') ?? 'A setting'} ${issue?.message ?? 'is not valid'}`);
}

/** Returns the environment of the process; variables that it lacks come from `.env` in the working directory, if there is one. Throws a StartError if it cannot be read, or has a line that is not an assignment. */
export function processEnvironment(): Environment {
  const text = textOfEnvFile();
  requireAssignments(text);
  return { ...parseEnv(text), ...process.env };
}

/** An assignment, whose value in quotes can have several lines, or else any line. */
const envEntries = /([ \t]*(?:export[ \t]+)?[^\s=#]+[ \t]*=[ \t]*(?:(["'`])[^]*?\2)?)?[^\n]*(?:\n|$)/g;

/** Throws a StartError that names the first line that is neither empty, a comment nor an assignment. Its text may be secret, and is not shown. */
function requireAssignments(text: string): void {
  let line = 1;
  for (const [entry, assignment] of text.matchAll(envEntries)) {
    if (assignment === undefined && !/^\s*(?:#|$)/.test(entry)) {
      // `parseEnv` ignores such a line.
      throw new StartError(
        `${resolve('.env')}, line ${line}, must be a comment or an assignment such as API_PORT=4000`,
      );
    }
    line += entry.split('\n').length - 1;
  }
}

function textOfEnvFile(): string {
  try {
    // process.loadEnvFile reports every file that it cannot open as missing.
    // Some editors begin a file with a byte order mark.
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code, message } = Object(error);
    if (code === 'ENOENT') return '';
    throw new StartError(`${resolve('.env')} cannot be read: ${message}`, { cause: error });
  }
}

/** Returns the error of a setting that cannot be secret: the rule and the value. Other errors omit the value, which may be a token or a URL with a password. */
export function mustShowing(rule: string) {
  return { error: ({ input }: { input?: unknown }) => `${rule}, got "${String(input)}"` };
}

/** A token that is sent in a header: ASCII only, because clients encode other characters in different ways. */
export const tokenSetting = z
  .string()
  .regex(/^[!-~]+$/, 'must contain only printable ASCII characters, without spaces');

/** A TCP port that browsers can call; 0 lets the system choose. */
export const portSetting = integer('must be an integer from 0 to 65535', 0, 65_535).refine(
  (port) => !blockedPorts.has(port),
  mustShowing('must be a port that browsers do not block (https://fetch.spec.whatwg.org/#port-blocking)'),
);

/** An integer of one or more. */
export const countSetting = integer('must be an integer of at least 1', 1, Number.MAX_SAFE_INTEGER);

/** A limit that may be 0. */
export const boundSetting = integer('must be an integer of at least 0', 0, Number.MAX_SAFE_INTEGER);

const baseUrlRule = 'must be a URL such as https://footfall.example.com';

/** A base URL such as `https://footfall.example.com`, without a slash at its end. A path is appended to it, so it has no query and no fragment. */
export const baseUrlSetting = z
  .url({ protocol: /^https?$/, error: baseUrlRule })
  .regex(/^[^?#]*$/, baseUrlRule)
  .transform((url) => url.replace(/\/+$/, ''));

/** Requires plain digits: a coercion would read blanks as 0, and accept 0x50 and 1e3. */
function integer(rule: string, min: number, max: number) {
  return z
    .string()
    .regex(/^\d+$/, mustShowing(rule))
    .refine((text) => Number(text) >= min && Number(text) <= max, mustShowing(rule))
    .transform(Number);
}
