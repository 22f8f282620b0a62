/** The tools of an assistant: endpoints of the analytics API as the registry describes them, and the definitions of metrics. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, type FootfallClient, type Params, type QueryName } from '@footfall/client';
import { choiceOf, shownValue } from '@footfall/schemas';
import { type Query, queries } from '@footfall/warehouse';
import { z } from 'zod';
import { noResponse } from '../clients/http-call.ts';
import type { Definitions } from './definitions.ts';

/** The endpoints that are offered as tools, if the registry has them. The lists of most others are breakdowns. */
const endpointNames: readonly string[] = [
  'overview',
  'realtime',
  'breakdown',
  'series',
  'goals',
  'properties',
  'funnel',
  'retention',
];

/** The sentences at the end of the descriptions of endpoints. */
const units = 'Durations are in seconds, rates in percent.';
const zones = 'Dates and times are in UTC, or in `timezone` if it is set; `period` and `comparedPeriod` are in UTC.';

export interface AssistantTool {
  described: Tool;
  /**
   * Resolves with text for the assistant: of an endpoint, the ranges used and the answer as JSON. Rejects with a ToolError, whose message is for the
   * assistant as well. `signal` cancels the request.
   */
  call(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
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
  const description = [summary, units, ...('timezone' in params.shape ? [zones] : [])].join(' ');
  return {
    described: { name, description, inputSchema, annotations },
    async call(given, signal) {
      requireKnown(name, Object.keys(inputSchema.properties), given);
      if (!areParams(given))
        throw new ToolError(`the parameters of ${name} must be strings, numbers or lists of strings`);
      const { answer, period, comparedPeriod } = await client
        .queryWithDate(name, given, { signal })
        .catch((error: unknown) => {
          throw new ToolError(failureText(error, url));
        });
      const { success: _success, ...figures } = answer;
      return JSON.stringify({ period, comparedPeriod, ...figures });
    },
  };
}

/** Returns what an assistant, or the person who configured it, can use of an error. */
function failureText(error: unknown, url: string): string {
  if (!(error instanceof ApiError)) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return isLate
      ? `no response from ${url} in time: the server is overloaded or cannot be reached; a shorter range may help`
      : noResponse(url, error);
  }
  const { code, message, retryAfterSeconds } = error;
  if (code === 'UNAUTHORIZED') return `${code}: ${message}. The key (--key, FOOTFALL_KEY) is not valid at ${url}`;
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

function definitionsTool(definitions: Definitions): AssistantTool {
  const { overview, sections } = definitions;
  const section = {
    type: 'string',
    enum: sections,
    description: 'The section to return. Default: the list of sections, with the names that each defines.',
  };
  return {
    described: {
      name: 'definitions',
      description: 'What every metric, dimension and parameter means, as Markdown, by section.',
      inputSchema: { type: 'object', properties: { section }, additionalProperties: false },
      annotations,
    },
    async call(given) {
      requireKnown('definitions', ['section'], given);
      const wanted = given['section'];
      if (wanted === undefined) return overview;
      const text = typeof wanted === 'string' ? definitions.read(wanted) : undefined;
      if (text === undefined) throw new ToolError(`section must be ${choiceOf(sections)}, got ${shownValue(wanted)}`);
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
