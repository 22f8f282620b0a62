/** Debian's `vhost_combined` for Apache: `host:port` before the combined format. */
import { addressOf, hostOf } from '../line.ts';
import { readCombined } from './common.ts';
import type { LogFormat } from './format.ts';

const hostPattern = /^(\S+:\d+) (?=(\S+) )/;

export const vhostCombined: LogFormat = {
  name: 'vhost_combined',
  createReader: () => (text) => {
    const [prefix = '', host, address] = hostPattern.exec(text) ?? [];
    // If no address follows, the first word is an IPv6 address in the combined format.
    if (addressOf(address) === undefined) return undefined;
    const line = readCombined(text.slice(prefix.length));
    return line && { ...line, host: hostOf(host) };
  },
};
