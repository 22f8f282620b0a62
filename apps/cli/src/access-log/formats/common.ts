/** The common and the combined format of Apache and nginx. */
import { addressOf, given, type LogLine } from '../line.ts';
import type { LogFormat } from './format.ts';

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
// Host, ident, user (which may contain spaces), time, request, status, bytes; then referrer and agent; the rest is ignored.
const linePattern = new RegExp(
  String.raw`^(\S+) \S+ [^[]*\[([^\]]+)\] ${quoted} (\d{3}) (?:\d+|-)(?: ${quoted} ${quoted})?(?: |$)`,
);
const requestPattern = /^([A-Z]+) (\S(?:.*\S)?) HTTP\/\d(?:\.\d)?$/;
const timePattern = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const combined: LogFormat = { name: 'combined', createReader: () => readCombined };

/** Returns undefined if `text` is not a request in either format. */
export function readCombined(text: string): LogLine | undefined {
  const [matched, host = '', time = '', request = '', status, referrer, userAgent] = linePattern.exec(text) ?? [];
  const timestamp = parseLogTime(time);
  const requested = parseRequestLine(unescape(request));
  if (matched === undefined || timestamp === undefined || requested === undefined) return undefined;
  return {
    address: addressOf(host),
    timestamp,
    ...requested,
    status: Number(status),
    referrer: unescaped(referrer),
    userAgent: unescaped(userAgent),
    host: undefined,
  };
}

/** Parses `GET /a?b=c HTTP/1.1`; undefined if it is not a request line. */
export function parseRequestLine(text: string): Pick<LogLine, 'method' | 'target'> | undefined {
  const [, method, target] = requestPattern.exec(text) ?? [];
  return method === undefined || target === undefined ? undefined : { method, target };
}

function unescaped(field: string | undefined): string | undefined {
  const text = given(field);
  return text === undefined ? undefined : unescape(text);
}

/** Parses `17/May/2015:10:05:03 +0000` into epoch milliseconds; undefined if it is not a time. */
export function parseLogTime(text: string): number | undefined {
  const [matched, day, monthName = '', year, hour, minute, second, sign, offsetHours, offsetMinutes] =
    timePattern.exec(text) ?? [];
  const month = months.indexOf(monthName);
  if (matched === undefined || month < 0) return undefined;
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  // 31 February would roll over into March, hour 25 into the next day.
  const rolledOver = new Date(local).getUTCDate() !== Number(day) || Number(minute) > 59 || Number(second) > 60;
  if (rolledOver) return undefined;
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return sign === '+' ? local - offsetMs : local + offsetMs;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', b: '\b' };

/** Undoes the escapes of Apache and nginx for quotes, backslashes, control characters and bytes above 127. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/((?:\\x[0-9a-fA-F]{2})+)|\\(.)/g, (_all, bytes: string | undefined, character: string) =>
    bytes === undefined
      ? (escapes[character] ?? character)
      : Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString('utf8'),
  );
}
