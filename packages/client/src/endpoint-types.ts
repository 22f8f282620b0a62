/** The texts of `endpoints.ts` and `endpoint-params.ts`, written from the registry of queries, so that the package needs neither the registry nor zod. */
import { errorStatus } from '@footfall/errors';
import { byNames, dimensionNames, operators, type Query, resultLists } from '@footfall/warehouse';
import { z } from 'zod';

/** The part of JSON Schema that is used here. */
interface Schema {
  /** TypeScript to write as it is. */
  typescript?: string;
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: unknown;
  description?: string;
}

const origin = 'Written by write-endpoints.ts from the registry of queries: do not edit.';
const head = `/** The parameters and results of every endpoint. ${origin} */`;

/** The types of parameters that JSON Schema cannot express. */
const paramTypes: Readonly<Record<string, string>> = {
  by: 'ByDimension | `${ByDimension},${ByDimension}` | readonly [ByDimension, ByDimension]',
  filter: 'readonly Filter[]',
  step: 'readonly [string, string, ...string[]]',
  within: "`${number}${'m' | 'h' | 'd'}`",
};

/** Returns the text of a TypeScript module that declares `Endpoints`, its parts, and `ErrorCode`. */
export function endpointTypes(queries: readonly Query[]): string {
  const shared = new Map<string, Schema>();
  const own = queries.flatMap((query) => {
    const params = withTypes(read(query.params, 'input'));
    const result = read(query.result, 'output');
    for (const [name, schema] of Object.entries({ ...params.$defs, ...result.$defs })) shared.set(name, schema);
    const name = pascalCase(query.name);
    return [
      `/** Parameters of \`${query.name}\`. */\nexport type ${name}Params = ${objectType(params, 'readonly ')};`,
      declare(`${name}Result`, { ...result, description: query.summary }),
    ];
  });
  const codes = Object.keys(errorStatus);
  return [
    head,
    `/** The codes of the API's errors. */\nexport type ErrorCode = ${codes.map(quoted).join(' | ')};`,
    `/** The dimensions of filters. */\nexport type Dimension = ${dimensionNames.map(named).join(' | ')};`,
    `/** The operators of filters. */\nexport type Operator = ${operators.map(quoted).join(' | ')};`,
    "/** A filter: a dimension, an operator and a value, which may be empty. */\nexport type Filter = `${Exclude<Dimension, 'goal'>}:${Operator}:${string}` | `goal:${'is' | 'is_not'}:${string}`;",
    `/** The dimensions of breakdowns. */\nexport type ByDimension = ${byNames.map(named).join(' | ')};`,
    ...[...shared].map(([name, schema]) => declare(name, schema)),
    ...own,
    `/** Every endpoint of the analytics API by the last part of its path. */\nexport type Endpoints = {\n${queries.map(entry).join('\n')}\n};`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns the text of a TypeScript module with the names of the parameters of every endpoint. */
export function endpointParams(queries: readonly Query[]): string {
  return `/** The names of the parameters of every endpoint. ${origin} */
import type { QueryName } from './query.ts';

export const endpointParams: Readonly<Record<QueryName, readonly string[]>> = {
${queries.map(({ name, params }) => `  ${key(name)}: [${Object.keys(params.shape).map(quoted).join(', ')}],`).join('\n')}
};
`;
}

/** Returns `schema`, the JSON Schema of parameters, with the types of `paramTypes`. */
function withTypes(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const typescript = paramTypes[name];
    return [name, typescript === undefined ? property : { ...property, typescript }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Returns the type of a name, or of a pattern such as `prop:<name>`. */
const named = (name: string) => (name.includes('<') ? `\`${name.replace(/<\w+>/, '${string}')}\`` : quoted(name));

/** zod's own type for a JSON Schema allows far more than a query uses. */
function read(schema: z.ZodObject, io: 'input' | 'output'): Schema {
  return schemaSchema.parse(z.toJSONSchema(schema, { io }));
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().exactOptional(),
    $defs: z.record(z.string(), schemaSchema).exactOptional(),
    type: z.string().exactOptional(),
    format: z.string().exactOptional(),
    enum: z.array(z.unknown()).exactOptional(),
    anyOf: z.array(schemaSchema).exactOptional(),
    items: schemaSchema.exactOptional(),
    properties: z.record(z.string(), schemaSchema).exactOptional(),
    required: z.array(z.string()).exactOptional(),
    additionalProperties: z.unknown().exactOptional(),
    description: z.string().exactOptional(),
  }),
);

function entry({ name, result }: Query): string {
  const type = pascalCase(name);
  const lists = resultLists(result).map((list) => quoted(list.name));
  const part = lists.length > 1 ? `part: ${lists.join(' | ')}` : `part?: ${lists.join()} | undefined`;
  return `  ${key(name)}: { params: ${type}Params; result: ${type}Result; csv: { readonly ${part} } };`;
}

function declare(name: string, schema: Schema): string {
  return `${comment(schema)}export type ${name} = ${objectType(schema, '')};`;
}

function objectType(
  { properties = {}, required = [], additionalProperties }: Schema,
  modifier: '' | 'readonly ',
): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? ':' : '?:';
    const type = typeOf(schema, modifier) + (required.includes(name) ? '' : ' | undefined');
    return `${comment(schema, '  ')}  ${modifier}${name}${mark} ${type};`;
  });
  if (typeof additionalProperties === 'object') {
    fields.push('  /** The value of a property. */\n  [property: `prop:${string}`]: string;');
  }
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`;
}

/** Objects have a name, to which other schemas refer. */
function typeOf(schema: Schema, modifier: '' | 'readonly '): string {
  if (schema.typescript !== undefined) return schema.typescript;
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.enum) return schema.enum.map(quoted).join(' | ');
  if (schema.anyOf?.some(({ format }) => format === 'date')) return 'string | Date';
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return schema.type;
    case 'array': {
      const item = typeOf(schema.items ?? {}, modifier);
      return `${modifier}${item.includes(' ') ? `(${item})` : item}[]`;
    }
    case undefined:
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}: an object needs a name, meta({ id })`);
  }
}

function comment({ description }: Schema, indent = ''): string {
  return description === undefined ? '' : `${indent}/** ${description} */\n`;
}

/** Returns a name as the key of an object. */
const key = (name: string) => (/^\w+$/.test(name) ? name : quoted(name));

const quoted = (value: unknown) => `'${String(value)}'`;

/** Converts `ux-insights` to `UxInsights`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
