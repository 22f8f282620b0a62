/** The kinds of fields of an enriched event: the allowed values, and their description in messages. */
import { propLimits, type Props } from './props.ts';
import { choiceOf } from './shown.ts';

export interface Kind<Form extends string, Value> {
  /** The form in which a value is stored, which determines the type of the field's column in the events table. */
  readonly form: Form;
  /** The value before any step of the pipeline. For kinds that a step must fill in, it is not an allowed one. */
  readonly blank: Value;
  /** Completes "must be". */
  readonly rule: string;
  readonly allows: (value: unknown) => boolean;
}

/** The last millisecond of 2299, the latest that can be stored. */
export const epochMsMax = 10_413_791_999_999;
/** The index is stored in 16 bits; a request has far fewer events. */
export const requestIndexMax = 65_535;

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hash64Pattern = /^[0-9a-f]{16}$/;

/** A lone surrogate has no UTF-8: one would fail the insert of its whole batch, forever. */
const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed();
const isIntegerUpTo = (max: number, value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;

export const uuid: Kind<'uuid', string> = {
  form: 'uuid',
  blank: '',
  rule: 'a UUID',
  allows: (value) => typeof value === 'string' && uuidPattern.test(value),
};

/** 64 bits as 16 hex digits. */
export const hash64: Kind<'hash64', string> = {
  form: 'hash64',
  blank: '',
  rule: '16 hex digits in lower case',
  allows: (value) => typeof value === 'string' && hash64Pattern.test(value),
};

export const text: Kind<'text', string> = { form: 'text', blank: '', rule: 'a well-formed string', allows: isText };

export const filledText: Kind<'text', string> = {
  ...text,
  rule: 'a well-formed string that is not empty',
  allows: (value) => value !== '' && isText(value),
};

export const countryCode: Kind<'text', string> = {
  ...text,
  rule: 'a well-formed string of 2 characters',
  allows: (value) => typeof value === 'string' && value.length === 2 && value.isWellFormed(),
};

export function oneOf<Value extends string>(values: readonly Value[], blank: Value): Kind<'text', Value> {
  const set: ReadonlySet<unknown> = new Set(values);
  return { form: 'text', blank, rule: choiceOf(values), allows: (value) => set.has(value) };
}

/** Epoch milliseconds, UTC. */
export const time: Kind<'time', number> = {
  form: 'time',
  blank: 0,
  rule: `epoch milliseconds from 0 to ${epochMsMax}`,
  allows: (value) => isIntegerUpTo(epochMsMax, value),
};

export const index: Kind<'index', number> = {
  form: 'index',
  blank: 0,
  rule: `an integer from 0 to ${requestIndexMax}`,
  allows: (value) => isIntegerUpTo(requestIndexMax, value),
};

export const flag: Kind<'flag', boolean> = {
  form: 'flag',
  blank: false,
  rule: 'true or false',
  allows: (value) => typeof value === 'boolean',
};

/** Hundredths of a percent. */
export const share = measure('share', 10_000);
/** Milliseconds of up to a day. */
export const duration = measure('duration', 86_400_000);

function measure<Form extends string>(form: Form, max: number): Kind<Form, number | null> {
  return {
    form,
    blank: null,
    rule: `null or an integer from 0 to ${max}`,
    allows: (value) => value === null || isIntegerUpTo(max, value),
  };
}

const { propsMax, propKeyCharsMax, propValueCharsMax } = propLimits;

export const props: Kind<'props', Props> = {
  form: 'props',
  blank: {},
  rule:
    `an object of up to ${propsMax} keys of up to ${propKeyCharsMax} characters, ` +
    `each with a well-formed string of up to ${propValueCharsMax} characters, a finite number or a boolean`,
  allows(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = Object.entries(value);
    return entries.length <= propsMax && entries.every(([key, prop]) => isKey(key) && isProp(prop));
  },
};

function isKey(key: string): boolean {
  return key.length <= propKeyCharsMax && key.isWellFormed();
}

function isProp(prop: unknown): boolean {
  if (typeof prop === 'string') return prop.length <= propValueCharsMax && prop.isWellFormed();
  return typeof prop === 'boolean' || Number.isFinite(prop);
}
