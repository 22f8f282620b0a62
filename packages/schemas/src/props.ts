/** The custom properties of an event: a flat object of strings, numbers and booleans, safe to copy whatever its keys are. */
import { z } from 'zod';

export const propLimits = { propsMax: 50, propKeyCharsMax: 128, propValueCharsMax: 1024 } as const;

export type PropValue = string | number | boolean;
export type Props = Record<string, PropValue>;

const wants = `must be a flat object of up to ${propLimits.propsMax} keys, each with a string, a number or a boolean`;
export const wantsProp = `must be a string of up to ${propLimits.propValueCharsMax} characters, a finite number or a boolean`;

/**
 * Parses props and makes every string well-formed. Keys such as `__proto__` are kept as data: zod's own record would
 * drop them, and plain assignment would change the object's prototype.
 */
export const propsSchema = z.unknown().transform((value, context): Props => {
  const props: Props = {};
  const problem = copyProps(value, props);
  if (problem) context.issues.push({ code: 'custom', ...problem });
  return props;
});

interface Problem {
  /** The key of the property; empty if the problem is about all of them. */
  path: string[];
  message: string;
  /** The value that was sent. */
  input: unknown;
}

/** Copies the valid properties, without nulls; returns the problem, or undefined if there is none. */
function copyProps(value: unknown, props: Props): Problem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return aboutAll(wants, value);
  const entries = Object.entries(value).filter(([, raw]) => raw !== null);
  if (entries.length > propLimits.propsMax) return aboutAll(wants, value);
  for (const [rawKey, raw] of entries) {
    if (rawKey.length > propLimits.propKeyCharsMax) {
      return aboutAll(`must have keys of at most ${propLimits.propKeyCharsMax} characters`, rawKey);
    }
    const prop = readProp(raw);
    if (prop === undefined) return { path: [rawKey], message: wantsProp, input: raw };
    const key = rawKey.toWellFormed();
    if (key === '__proto__') {
      Object.defineProperty(props, key, { value: prop, enumerable: true, configurable: true, writable: true });
    } else {
      props[key] = prop;
    }
  }
  return undefined;
}

function readProp(raw: unknown): PropValue | undefined {
  if (typeof raw === 'string') return raw.length > propLimits.propValueCharsMax ? undefined : raw.toWellFormed();
  // JSON has no negative zero, and `1e400` is parsed as Infinity.
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw + 0 : undefined;
  return typeof raw === 'boolean' ? raw : undefined;
}

function aboutAll(message: string, input: unknown): Problem {
  return { path: [], message, input };
}
