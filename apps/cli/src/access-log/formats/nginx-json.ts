/** The JSON that nginx writes with a `log_format` whose fields are named after its variables. */
import { addressOf, given, hostOf, type LogLine } from '../line.ts';
import { parseLogTime, parseRequestLine } from './common.ts';
import type { LogFormat } from './format.ts';
import { type JsonObject, parseObject, statusOf, textOf, timeOf } from './json.ts';

/** The names of the field, common variants included. */
const times = ['time_iso8601', 'msec', 'time_local', '@timestamp', 'timestamp', 'time', 'ts', 'date'];
const referrers = ['http_referer', 'http_referrer', 'referer', 'referrer'];
const userAgents = ['http_user_agent', 'user_agent', 'agent'];

export const nginxJson: LogFormat = {
  name: 'nginx JSON',
  createReader: () => (text) => {
    const entry = parseObject(text);
    return entry && read(entry);
  },
};

function read(entry: JsonObject): LogLine | undefined {
  const time = textOf(entry, ...times) ?? '';
  const timestamp = timeOf(time) ?? parseLogTime(time);
  const requested = request(entry);
  const status = statusOf(textOf(entry, 'status'));
  if (timestamp === undefined || requested === undefined || status === undefined) return undefined;
  return {
    address: addressOf(textOf(entry, 'remote_addr', 'client_ip', 'remote_ip')),
    timestamp,
    ...requested,
    status,
    referrer: given(textOf(entry, ...referrers)),
    userAgent: given(textOf(entry, ...userAgents)),
    host: hostOf(textOf(entry, 'host', 'http_host')),
  };
}

function request(entry: JsonObject): Pick<LogLine, 'method' | 'target'> | undefined {
  const whole = textOf(entry, 'request');
  if (whole !== undefined) return parseRequestLine(whole);
  const method = textOf(entry, 'request_method', 'method');
  const target = textOf(entry, 'request_uri', 'uri');
  if (method === undefined || target === undefined) return undefined;
  const query = given(textOf(entry, 'args', 'query_string'));
  return { method, target: query === undefined || target.includes('?') ? target : `${target}?${query}` };
}
