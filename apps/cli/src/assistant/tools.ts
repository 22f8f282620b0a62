/** The tools of an assistant: endpoints of the analytics API as the registry describes them, and the definitions of metrics. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type FootfallClient, type Params, type QueryName } from '@footfall/client';
import { choiceOf, shownValue } from '@footfall/schemas';
import { type Query, queries } from '@footfall/warehouse';
import { z } from 'zod';
import type { Definitions } from './definitions.ts';

/** The endpoints that are offered as tools, if the registry has them: with their parameters they cover all other endpoints. */
const endpointNames: readonly string[] = ['breakdown', 'series', 'goals', 'funnel', 'realtime'];

export interface AssistantTool {
  described: Tool;
  /** Resolves with text for the assistant: of an endpoint, the range used and the answer as JSON. Rejects with a ToolError, whose message is for the assistant as well. */
  call(given: Readonly<Record<string, unknown>>): Promise<string>;
}

/** An error that the assistant can do something about. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Returns the tools over `client`, which calls `url`. */
export function createTools(client: FootfallClient, url: string, definitions: Definitions): AssistantTool[] {
  const endpoints = queries.filter(({ name }) => endpointNames.includes(name));
  return [...endpoints.map((query) => endpointTool(query, client, url)), definitionsTool(definitions)];
}

function endpointTool(query: Query & { name: QueryName }, client: FootfallClient, url: string): AssistantTool {
  const { name, summary, params } = query;
  const inputSchema = inputSchemaOf(params);
  return {
    described: { name, description: summary, inputSchema, annotations },
    async call(given) {
      requireKnown(name, Object.keys(inputSchema.properties), given);
      if (!areParams(given))
        throw new ToolError(`the parameters of ${name} must be strings, numbers or lists of strings`);
      const { answer, period } = await client.queryWithDate(name, given).catch((error: unknown) => {
        throw new ToolError(
          error instanceof ApiError ? refusal(error) : `no response from ${url}: is Footfall running?`,
        );
      });
      const { success: _success, ...figures } = answer;
      return JSON.stringify({ period, ...figures });
    },
  };
}

/** Returns the parts of an error that an assistant can use: its code, its message, and when to retry. */
function refusal({ code, message, retryAfterSeconds }: ApiError): string {
  return `${code}: ${message}${retryAfterSeconds === undefined ? '' : ` (try again in ${retryAfterSeconds} s)`}`;
}

/** Rejects unknown parameters: the API ignores them, and an assistant would take the response for a narrower one. */
function requireKnown(tool: string, known: readonly string[], given: object): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new ToolError(`${tool} has no parameter ${unknown.join(', ')}; it has ${known.join(', ') || 'none'}`);
}

/** Returns true if the client can send the parameters; the API checks their values. */
function areParams(given: Readonly<Record<string, unknown>>): given is Params<QueryName> {
  return sendable.safeParse(given).success;
}
const sendable = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

const sectionSchema = z.string().optional();

function definitionsTool(definitions: Definitions): AssistantTool {
  const { sections } = definitions;
  const section = { type: 'string', enum: sections, description: 'Only this section. Default: the whole document.' };
  return {
    described: {
      name: 'definitions',
      description: 'What every metric, dimension and parameter means, as Markdown.',
      inputSchema: { type: 'object', properties: { section }, additionalProperties: false },
      annotations,
    },
    async call(given) {
      requireKnown('definitions', ['section'], given);
      const found = sectionSchema.safeParse(given['section']);
      const text = found.success ? definitions.read(found.data) : undefined;
      if (text === undefined)
        throw new ToolError(`section must be ${choiceOf(sections)}, got ${shownValue(given['section'])}`);
      return text;
    },
  };
}

/** The part of a parameter's JSON Schema that an assistant is shown; the rest is for OpenAPI. */
const propertySchema = z.object({
  type: z.string(),
  description: z.string().exactOptional(),
  enum: z.array(z.string()).exactOptional(),
  items: z.looseObject({}).exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
  minItems: z.number().exactOptional(),
  maxItems: z.number().exactOptional(),
});
const paramsSchema = z.object({
  properties: z.record(z.string(), propertySchema).default({}),
  required: z.array(z.string()).exactOptional(),
});

function inputSchemaOf(params: z.ZodObject) {
  const { properties, ...rest } = paramsSchema.parse(z.toJSONSchema(params, { io: 'input' }));
  const known = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, ...defaultOf(params, name) },
  ]);
  return { type: 'object' as const, properties: Object.fromEntries(known), ...rest, additionalProperties: false };
}

/** Returns the default of a parameter, which zod omits from the schema of a transformed one. */
function defaultOf(params: z.ZodObject, name: string): { default?: unknown } {
  const param = params.shape[name];
  const preset = param instanceof z.ZodType ? param.meta()?.['default'] : undefined;
  return preset === undefined ? {} : { default: preset };
}
