/** The tools of an assistant: endpoints of the analytics API as the registry describes them, and the definitions of metrics. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { FootfallClient, QueryName } from '@footfall/client';
import { choiceOf, shownValue } from '@footfall/schemas';
import { type Query, queries } from '@footfall/warehouse';
import { type Analytics, failureOfRequest } from '../clients/analytics.ts';
import { areParams, isSendable, parametersOf } from '../clients/endpoint-parameters.ts';
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

interface AssistantTool {
  described: Tool;
  /**
   * Resolves with text for the assistant: of an endpoint, the ranges used and the result as JSON. Rejects with a ToolError, whose message is for the
   * assistant as well. `signal` cancels the request.
   */
  call(given: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

/** An error that the assistant can do something about. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The API that `client` calls, for messages. */
type Called = Pick<Analytics, 'url' | 'source'>;

/** Returns the tools over `client`, which calls `api`. */
export function createTools(client: FootfallClient, api: Called, definitions: Definitions): AssistantTool[] {
  const endpoints = queries.filter(({ name }) => endpointNames.includes(name));
  return [...endpoints.map((query) => endpointTool(query, client, api)), definitionsTool(definitions)];
}

function endpointTool(query: Query & { name: QueryName }, client: FootfallClient, api: Called): AssistantTool {
  const { name, summary, params } = query;
  const inputSchema = { type: 'object' as const, ...parametersOf(params), additionalProperties: false };
  const description = [summary, units, ...('timezone' in params.shape ? [zones] : [])].join(' ');
  return {
    described: { name, description, inputSchema, annotations },
    async call(given, signal) {
      requireKnown(name, Object.keys(inputSchema.properties), given);
      if (!areParams(given)) throw new ToolError(refusalOf(given));
      const { result, period, comparedPeriod } = await client
        .queryWithDate(name, given, { signal })
        .catch((error: unknown) => {
          const { code, message } = failureOfRequest(error, api);
          throw new ToolError(code === undefined ? message : `${code}: ${message}`);
        });
      const { success: _success, ...figures } = result;
      return JSON.stringify({ period, comparedPeriod, ...figures });
    },
  };
}

/** Rejects unknown parameters: the API ignores them, and an assistant would mistake the response for a filtered one. */
function requireKnown(tool: string, known: readonly string[], given: object): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new ToolError(`${tool} has no parameter ${unknown.join(', ')}; it has ${known.join(', ') || 'none'}`);
}

/** Returns the message about a parameter that the client cannot send. */
function refusalOf(given: Readonly<Record<string, unknown>>): string {
  const [name = '', value] = Object.entries(given).find(([, one]) => !isSendable(one)) ?? [];
  return `${name} must be a string, a number or a list of strings, got ${shownValue(value)}`;
}

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
