/** Caddy's own format: JSON with the request as an object. */
import { addressOf, given, hostOf, type LogLine } from '../line.ts';
import { parseLogTime } from './common.ts';
import type { LogFormat } from './format.ts';
import { type JsonObject, parseObject, statusOf, textOf, timeOf } from './json.ts';

export const caddyJson: LogFormat = {
  name: 'Caddy JSON',
  createReader: () => (text) => {
    const entry = parseObject(text);
    const request = entry?.['request'];
    return entry && typeof request === 'object' && request !== null ? read(entry, Object(request)) : undefined;
  },
};

function read(entry: JsonObject, request: JsonObject): LogLine | undefined {
  const time = textOf(entry, 'ts') ?? '';
  const timestamp = timeOf(time) ?? parseLogTime(time);
  const method = textOf(request, 'method');
  const target = textOf(request, 'uri');
  const status = statusOf(textOf(entry, 'status'));
  if (timestamp === undefined || method === undefined || target === undefined || status === undefined) return undefined;
  const headers: JsonObject = Object(request['headers']);
  // Before version 2.5, the log has only `remote_addr`, with a port. `client_ip` is the client's address behind trusted proxies.
  const address = textOf(request, 'client_ip', 'remote_ip') ?? textOf(request, 'remote_addr')?.replace(/:\d+$/, '');
  return {
    address: addressOf(address),
    timestamp,
    method,
    target,
    status,
    referrer: header(headers, 'Referer'),
    userAgent: header(headers, 'User-Agent'),
    host: hostOf(textOf(request, 'host')),
  };
}

function header(headers: JsonObject, name: string): string | undefined {
  const values = headers[name];
  return Array.isArray(values) ? given(String(values[0])) : undefined;
}
