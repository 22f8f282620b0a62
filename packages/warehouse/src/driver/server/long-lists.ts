/** Binds lists that are too long for one value of a server as several values. */
import type { ParameterValue, Statement } from '../port.ts';

/** A server accepts 128 KiB for a value, which no request can change; escaping makes texts longer. */
const bytesMax = 32_768;

/** Returns the statement with each long list in parts: `{ids:Array(UUID)}` becomes `arrayConcat({ids_0:Array(UUID)}, …)`. */
export function spreadLists({ sql, params = {} }: Statement): Required<Statement> {
  let spread = sql;
  const bound: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(params)) {
    const parts = typeof value === 'object' ? cut(value) : [];
    if (parts.length < 2) {
      bound[name] = value;
      continue;
    }
    const placeholder = new RegExp(`\\{${name}:(Array\\([^{}]+\\))\\}`, 'g');
    spread = spread.replaceAll(placeholder, (_, type: string) => {
      const placeholders = parts.map((_part, index) => `{${name}_${index}:${type}}`);
      return `arrayConcat(${placeholders.join(', ')})`;
    });
    for (const [index, part] of parts.entries()) bound[`${name}_${index}`] = part;
  }
  return { sql: spread, params: bound };
}

/** Splits the list into parts of at most `bytesMax`. */
function cut(list: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const text of list) {
    bytes += Buffer.byteLength(text) + 3;
    if (bytes > bytesMax) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(text);
  }
  return parts;
}
