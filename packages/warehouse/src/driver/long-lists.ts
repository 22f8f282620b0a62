/** Lists longer than a server takes for one value, bound as several. */
import type { ParameterValue, Statement } from './port.ts';

/** A server takes 128 KiB for a value, which nothing in a request can change; texts grow by what they are escaped with. */
const bytesMax = 32_768;

/** The same statement with each long list in parts: `{ids:Array(UUID)}` becomes `arrayConcat({ids_0:Array(UUID)}, …)`. */
export function spreadLists({ sql, params = {} }: Statement): Required<Statement> {
  let spread = sql;
  const bound: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(params)) {
    const parts = typeof value === 'object' ? cut(value) : [];
    if (parts.length < 2) {
      bound[name] = value;
      continue;
    }
    const place = new RegExp(`\\{${name}:(Array\\([^{}]+\\))\\}`, 'g');
    spread = spread.replaceAll(place, (_, type: string) => {
      const places = parts.map((_part, index) => `{${name}_${index}:${type}}`);
      return `arrayConcat(${places.join(', ')})`;
    });
    for (const [index, part] of parts.entries()) bound[`${name}_${index}`] = part;
  }
  return { sql: spread, params: bound };
}

/** The list in parts of few bytes each. */
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
