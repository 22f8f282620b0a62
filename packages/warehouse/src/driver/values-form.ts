/** The values of a statement as a form. The client would send those of a command in the URL, where a list of IDs is too long for proxies in between. */
import { randomUUID } from 'node:crypto';
import type { ParameterValue } from './port.ts';

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' };

/** Returns the body and the headers of a request whose URL contains the statement. */
export function encodeValues(params: Readonly<Record<string, ParameterValue>>): {
  body: Buffer;
  headers: Record<string, string>;
} {
  const boundary = randomUUID();
  const parts = Object.entries(params).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="param_${name}"\r\n\r\n${formatValue(value)}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Returns a value in the text form that the engine parses for a parameter. */
export function formatValue(value: ParameterValue): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return `[${value.map((text) => `'${escapeText(text)}'`).join(',')}]`;
  return String(value);
}

function escapeText(text: string): string {
  return text.replaceAll(/[\t\n\r'\\]/g, (character) => escapes[character] ?? character);
}
