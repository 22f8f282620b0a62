/** A request as a web server has logged it, in any format. */
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
  /** The host that was requested, in lower case and without a port; undefined when the log has none. */
  host: string | undefined;
}

/** The maximum length of a line: no server accepts a request line, a referrer and a user agent that are longer together. */
export const lineCharsMax = 64 * 1024;

/** Returns the IP address in `text`, without brackets and zone; undefined if there is none. */
export function addressOf(text: string | undefined): string | undefined {
  const [address = ''] = (text ?? '').replace(/^\[|\]$/g, '').split('%');
  return isIP(address) === 0 ? undefined : address;
}

/** Returns the host in `text`, which may have a port; undefined if there is none. */
export function hostOf(text: string | undefined): string | undefined {
  const host = given(text)?.replace(/:\d+$/, '').toLowerCase();
  return host === '_' ? undefined : host;
}

/** Returns `field`; undefined if it is empty or `-`. */
export function given(field: string | undefined): string | undefined {
  return field === undefined || field === '-' || field === '' ? undefined : field;
}
