/**
 * Binds a statement's values on a connection of the embedded engine. `SET param_name = …` before the statement has
 * the effect of the engine's call for bound values, but several connections can run at once.
 */
import type { ParameterValue, Statement } from '../port.ts';

const placeholderPattern = /\{(\w+):/g;
const quotedPattern = /[\0'\\]/g;
const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' };
const quoted: Readonly<Record<string, string>> = { '\0': '\\0', "'": "\\'", '\\': '\\\\' };

/** Returns SQL text that sets every value in front of the statement. Throws if a placeholder has no value: the connection may still have the value of an earlier statement. */
export function bindValues({ sql, params = {} }: Statement): string {
  for (const [, name = ''] of sql.matchAll(placeholderPattern)) {
    if (!Object.hasOwn(params, name)) throw new Error(`The statement's value ${name} is missing`);
  }
  const settings = Object.entries(params).map(([name, value]) => `param_${name} = ${quote(value)}`);
  return settings.length === 0 ? sql : `SET ${settings.join(', ')};\n${sql}`;
}

/** Returns the SQL literal of a value's text form. */
function quote(value: ParameterValue): string {
  return `'${formatValue(value).replaceAll(quotedPattern, (character) => quoted[character] ?? character)}'`;
}

/** Returns a value in the text form that the engine parses for a parameter. */
function formatValue(value: ParameterValue): string {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return `[${value.map((text) => `'${escapeText(text)}'`).join(',')}]`;
  return String(value);
}

function escapeText(text: string): string {
  return text.replaceAll(/[\t\n\r'\\]/g, (character) => escapes[character] ?? character);
}
