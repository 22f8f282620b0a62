/** Reads one line of a web server's access log, in the common or the combined format. */
import { isIP } from 'node:net';

export interface LogLine {
  /** The client's address; undefined when the server wrote a name instead. */
  address: string | undefined;
  /** Epoch milliseconds. */
  timestamp: number;
  method: string;
  /** The request's target as sent, such as `/a?b=c`. */
  target: string;
  status: number;
  /** undefined when the log has none, or `-`. */
  referrer: string | undefined;
  /** undefined when the log has none, or `-`. */
  userAgent: string | undefined;
}

/** Longer lines are noise: no server takes a request line, a referrer and a user agent that need more. */
export const lineCharsMax = 64 * 1024;

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
// host, ident, user (which may hold spaces), time, request, status, bytes; then referrer and agent; what follows is left.
const linePattern = new RegExp(
  String.raw`^(\S+) \S+ [^[]*\[([^\]]+)\] ${quoted} (\d{3}) (?:\d+|-)(?: ${quoted} ${quoted})?(?: |$)`,
);
const requestPattern = /^([A-Z]+) (\S(?:.*\S)?) HTTP\/\d(?:\.\d)?$/;
const timePattern = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses a line; undefined if it is not a request in either format. */
export function parseLogLine(text: string): LogLine | undefined {
  if (text.length > lineCharsMax) return undefined;
  const [matched, host = '', time = '', request = '', status, referrer, userAgent] = linePattern.exec(text) ?? [];
  const timestamp = parseLogTime(time);
  const [, method, target] = requestPattern.exec(unescape(request)) ?? [];
  if (matched === undefined || timestamp === undefined || method === undefined || target === undefined) {
    return undefined;
  }
  return {
    address: addressOf(host),
    timestamp,
    method,
    target,
    status: Number(status),
    referrer: given(referrer),
    userAgent: given(userAgent),
  };
}

function addressOf(host: string): string | undefined {
  const [address = ''] = host.replace(/^\[|\]$/g, '').split('%');
  return isIP(address) === 0 ? undefined : address;
}

function given(field: string | undefined): string | undefined {
  return field === undefined || field === '-' || field === '' ? undefined : unescape(field);
}

/** `17/May/2015:10:05:03 +0000` in epoch milliseconds; undefined when it is no time. */
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

/** Undoes what Apache and nginx write for quotes, backslashes, control characters and bytes above 127. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/((?:\\x[0-9a-fA-F]{2})+)|\\(.)/g, (_all, bytes: string | undefined, character: string) =>
    bytes === undefined
      ? (escapes[character] ?? character)
      : Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString('utf8'),
  );
}
