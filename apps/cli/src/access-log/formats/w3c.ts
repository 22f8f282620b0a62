/** The W3C extended format that IIS writes: a directive names the fields of the lines after it. */
import { addressOf, given, hostOf, type LogLine } from '../line.ts';
import type { LogFormat } from './format.ts';
import { statusOf, timeOf } from './json.ts';

export const w3c: LogFormat = {
  name: 'W3C extended',
  // IIS writes spaces as +.
  createReader: () => createFieldReader({ separator: ' ', decode: (text) => text.replaceAll('+', ' ') }),
};

interface Dialect {
  separator: ' ' | '\t';
  /** Returns a user agent as it was sent. */
  decode: (text: string) => string;
}

const fieldsDirective = '#Fields:';

export function createFieldReader({ separator, decode }: Dialect): ReturnType<LogFormat['createReader']> {
  let names: readonly string[] = [];
  return (text) => {
    if (text.startsWith(fieldsDirective)) names = text.slice(fieldsDirective.length).trim().toLowerCase().split(/\s+/);
    if (text.startsWith('#')) return 'directive';
    const values = text.split(separator);
    if (names.length === 0 || values.length !== names.length) return undefined;
    return read(new Map(names.map((name, index) => [name, values[index] ?? ''])), decode);
  };
}

function read(fields: ReadonlyMap<string, string>, decode: Dialect['decode']): LogLine | undefined {
  // Times are in UTC.
  const timestamp = timeOf(`${fields.get('date')}T${fields.get('time')}Z`);
  const method = fields.get('cs-method');
  const path = fields.get('cs-uri-stem');
  const status = statusOf(fields.get('sc-status'));
  if (timestamp === undefined || method === undefined || path === undefined || status === undefined) return undefined;
  const query = given(fields.get('cs-uri-query'));
  const userAgent = given(fields.get('cs(user-agent)'));
  return {
    address: addressOf(fields.get('c-ip')),
    timestamp,
    method,
    target: query === undefined ? path : `${path}?${query}`,
    status,
    referrer: given(fields.get('cs(referer)')),
    userAgent: userAgent === undefined ? undefined : decode(userAgent),
    // CloudFront's own field comes first: its cs(Host) is the host name of the distribution.
    host: hostOf(fields.get('x-host-header') ?? fields.get('cs-host')),
  };
}
