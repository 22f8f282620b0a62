/** Properties of events as SQL. `events.props` is a flat JSON object as `JSON.stringify` writes it. */
import type { Bind } from './binder.ts';

/**
 * The properties with other escapes for backslashes and quotes. The engine's fast functions look for a name between quotes and for
 * the next quote after a value, and would mistake an escaped quote for one of these. Only a name that starts with a comma, a colon or a
 * brace could still be found elsewhere: between two texts that end and start like it.
 */
const unescapedProps = String.raw`replaceAll(replaceAll(events.props, '\\\\', '\\u005c'), '\\"', '\\u0022')`;

/** Returns a property of an event as text: empty if the event does not have it, numbers and booleans as in JSON. */
export function propText(name: string, bind: Bind): string {
  const { raw, isText, text } = propOf(name, bind);
  return `if(${isText}, ${text}, ${raw})`;
}

/**
 * Returns the condition that a property of an event has a text, which is empty if it is not set: the same as a comparison with `propText`, in
 * far less SQL, because a workspace can have hundreds of such conditions. A quote without a backslash after a brace or a comma
 * begins a name, except in the cases above.
 */
export function hasProp(name: string, text: string, bind: Bind): string {
  const starts = ['{', ','].map((before) => `${before}${JSON.stringify(name)}:`);
  const containsOne = (texts: readonly string[]) => `multiSearchAny(events.props, ${bind(texts)})`;
  const asText = starts.map((start) => `${start}${JSON.stringify(text)}`);
  if (text === '') return `(NOT ${containsOne(starts)} OR ${containsOne(asText)})`;
  const asJson = isNumberOrBoolean(text) ? starts.flatMap((start) => [`${start}${text},`, `${start}${text}}`]) : [];
  return containsOne([...asText, ...asJson]);
}

/** Returns true if a number or boolean is stored as this text. */
function isNumberOrBoolean(text: string): boolean {
  return text === 'true' || text === 'false' || (String(Number(text)) === text && Number.isFinite(Number(text)));
}

/**
 * Returns a property of an event as a decimal number: 0 if the event does not have it, if it is neither a number nor a text that is one
 * without an exponent, or if it has more than 40 digits before the point, which leaves 18 for a sum. It has enough decimals that sums are exact in any order.
 */
export function propNumber(name: string, bind: Bind): string {
  const { raw, isText, text } = propOf(name, bind);
  const plain = `if(match(${text}, '^-?[0-9]+([.][0-9]+)?$'), ${text}, '')`;
  return `toDecimal256(toDecimal256OrZero(if(${isText}, ${plain}, ${raw}), 36), 18)`;
}

/** The names and values of an event's properties, by a pattern: the engine's own function returns nothing for an object with a number beyond 64 bits. */
const pairs = `extractAllGroupsVertical(${unescapedProps}, '"([^"]*)":("[^"]*"|[^",}]+)')`;
/** An array of the names of the event's properties that are set: not empty. */
export const propNames = `arrayMap(pair -> JSONExtractString(concat('"', pair[1], '"')), arrayFilter(pair -> pair[2] != '""', ${pairs}))`;

function propOf(name: string, bind: Bind) {
  const bound = bind(JSON.stringify(name).slice(1, -1).replaceAll('\\\\', '\\u005c').replaceAll('\\"', '\\u0022'));
  const raw = `simpleJSONExtractRaw(${unescapedProps}, ${bound})`;
  return { raw, isText: `startsWith(${raw}, '"')`, text: `simpleJSONExtractString(${unescapedProps}, ${bound})` };
}
