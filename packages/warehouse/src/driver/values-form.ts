/** The values of a statement as a form: as part of the URL, where the client puts a command's, a list of ids would be too long for whatever lies between. */
import { randomUUID } from 'node:crypto';
import type { ParameterValue } from './port.ts';

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' };

/** The body of a request whose URL has the statement, and the headers that say what it is. */
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

/** A value as the engine reads the text of a parameter. */
export function formatValue(value: ParameterValue): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return `[${value.map((text) => `'${escapeText(text)}'`).join(',')}]`;
  return String(value);
}

function escapeText(text: string): string {
  return text.replaceAll(/[\t\n\r'\\]/g, (character) => escapes[character] ?? character);
}
