/** The list of formats, and the detection of a line's format. */
import { type LogLine, lineCharsMax } from '../line.ts';
import { caddyJson } from './caddy-json.ts';
import { cloudFront } from './cloudfront.ts';
import { combined } from './common.ts';
import type { LogFormat } from './format.ts';
import { nginxJson } from './nginx-json.ts';
import { vhostCombined } from './vhost-combined.ts';
import { w3c } from './w3c.ts';

/** The formats, each before those that would also accept its lines. */
const formats: readonly LogFormat[] = [caddyJson, nginxJson, cloudFront, w3c, vhostCombined, combined];

/** The names of the formats, for help and messages. */
export const formatNames =
  'common, combined, vhost_combined, nginx JSON, Caddy JSON, CloudFront and W3C extended (IIS)';

interface ReadLine {
  format: string;
  line: LogLine;
}

/** Returns a reader for the lines of one log. Each line is read in the first format that accepts it. */
export function createLogReader(): (text: string) => ReadLine | 'directive' | undefined {
  const readers = formats.map(({ name, createReader }) => ({ format: name, read: createReader() }));
  return (text) => {
    if (text.length > lineCharsMax) return undefined;
    let isDirective = false;
    for (const { format, read } of readers) {
      const line = read(text);
      if (line === 'directive') isDirective = true;
      else if (line !== undefined) return { format, line };
    }
    return isDirective ? 'directive' : undefined;
  };
}
