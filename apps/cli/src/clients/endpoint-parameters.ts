/** The parameters of endpoints as the registry describes them. */
import type { CsvParams, QueryName } from '@footfall/client';
import { z } from 'zod';

/** The part of a parameter's JSON Schema that is shown; the rest is for OpenAPI. */
const propertySchema = z.object({
  type: z.string(),
  description: z.string().default(''),
  enum: z.array(z.string()).exactOptional(),
  items: z.looseObject({ enum: z.array(z.string()).exactOptional() }).exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  minItems: z.number().exactOptional(),
  maxItems: z.number().exactOptional(),
  default: z.union([z.string(), z.number()]).exactOptional(),
});
const paramsSchema = z.object({
  properties: z.record(z.string(), propertySchema).default({}),
  required: z.array(z.string()).exactOptional(),
});

export type Parameter = z.output<typeof propertySchema>;

/** Returns the parameters by name, and the names of those that are required. */
export function parametersOf(params: z.ZodObject): z.output<typeof paramsSchema> {
  const { properties, ...rest } = paramsSchema.parse(z.toJSONSchema(params, { io: 'input' }));
  const withDefaults = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, ...defaultOf(params, name) },
  ]);
  return { properties: Object.fromEntries(withDefaults), ...rest };
}

/** Returns the default of a parameter, which zod omits from the schema of a transformed one. */
function defaultOf(params: z.ZodObject, name: string): Pick<Parameter, 'default'> {
  const param = params.shape[name];
  const preset = param instanceof z.ZodType ? param.meta()?.['default'] : undefined;
  return typeof preset === 'string' || typeof preset === 'number' ? { default: preset } : {};
}

const sendable = z.union([z.string(), z.number(), z.array(z.string())]);

/** Returns true if the client can send the value of a parameter. */
export function isSendable(value: unknown): boolean {
  return sendable.safeParse(value).success;
}

/** Returns true if the client can send the parameters; the API checks their values. */
export function areParams(given: Readonly<Record<string, unknown>>): given is CsvParams<QueryName> {
  return Object.values(given).every((value) => value === undefined || isSendable(value));
}
