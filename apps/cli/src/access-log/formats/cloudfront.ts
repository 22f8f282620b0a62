/** Amazon CloudFront's standard log: the W3C extended format with tabs, and percent-encoded values. */
import type { LogFormat } from './format.ts';
import { createFieldReader } from './w3c.ts';

export const cloudFront: LogFormat = {
  name: 'CloudFront',
  // Some values are encoded twice.
  createReader: () => createFieldReader({ separator: '\t', decode: (text) => decoded(decoded(text)) }),
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
