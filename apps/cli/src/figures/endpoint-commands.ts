/** The commands of `footfall query`: one for each endpoint, with an option for each parameter, as the registry describes them. */
import { FootfallClient } from '@footfall/client';
import { queries, resultLists } from '@footfall/warehouse';
import { type Command, Option } from 'commander';
import { failureOfRequest, findAnalytics, keyOption } from '../clients/analytics.ts';
import type { Context } from '../clients/context.ts';
import { areParams, type Parameter, parametersOf } from '../clients/endpoint-parameters.ts';
import { CommandError } from '../terminal/command-error.ts';
import { print } from '../terminal/table.ts';
import { writeFileText } from '../terminal/terminal.ts';
import { renderResult } from './render-result.ts';

type Endpoint = (typeof queries)[number];

interface Options {
  key?: string;
  json?: true;
  /** The name of a list if the endpoint has several. */
  csv?: true | string;
  /** The parameters, as the API reads them. */
  [parameter: string]: string | readonly string[] | true | undefined;
}

/** Adds a command for each endpoint below `parent`. */
export function addEndpointCommands(parent: Command, context: Context): void {
  for (const endpoint of queries) {
    const { properties, required = [] } = parametersOf(endpoint.params);
    const command = parent.command(endpoint.name).description(lowerCase(endpoint.summary));
    for (const [name, parameter] of Object.entries(properties)) {
      const description = descriptionOf(parameter, Object.keys(properties));
      command.addOption(parameterOption(name, parameter, description).makeOptionMandatory(required.includes(name)));
    }
    command
      .addOption(keyOption())
      .addOption(csvOption(endpoint).conflicts('json'))
      .option('--json', "print the API's response as JSON")
      .action((options: Options) => run(endpoint, options, context));
  }
}

async function run({ name, result }: Endpoint, { key, json, csv, ...given }: Options, context: Context): Promise<void> {
  const params = { ...given, ...(typeof csv === 'string' && { part: csv }) };
  if (!areParams(params)) throw new Error('Every option of a parameter has a value');
  const analytics = await findAnalytics(key, context);
  const client = new FootfallClient(analytics);
  const failed = (error: unknown): never => {
    const { code, message } = failureOfRequest(error, analytics);
    throw new CommandError(withOptions(message, Object.keys(given)) + (code === undefined ? '' : ` (${code})`));
  };
  if (csv === undefined) {
    const dated = await client.queryWithDate(name, params).catch(failed);
    print(dated.result, json, () => renderResult(resultLists(result), dated));
  } else writeFileText(await client.csv(name, params).catch(failed));
}

/** Returns the message with the options in place of the parameters that it names. */
function withOptions(message: string, names: readonly string[]): string {
  return message.replace(/(?<=^|; )\w+(?= must )/g, (name) => (names.includes(name) ? `--${name}` : name));
}

/** Lists that the API separates by commas are one value; others are repeated options. */
function parameterOption(name: string, parameter: Parameter, description: string): Option {
  const value = parameter.type === 'integer' ? 'number' : 'value';
  const option = new Option(`--${name} <${value}>`, description);
  const isRepeated = parameter.type === 'array' && parameter.items?.enum === undefined;
  return isRepeated ? option.argParser(withText) : option;
}

/** Adds a value of a repeated option to those so far. */
function withText(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Returns the text of the API in the style of other commands, with the values that it allows: phrases, and options in place of the parameters `names`. */
function descriptionOf(
  { description, enum: choices, items, minimum, maximum, default: preset }: Parameter,
  names: readonly string[],
): string {
  const text = description
    .replaceAll(/`(\w+)`/g, (_code, name: string) => (names.includes(name) ? `--${name}` : `"${name}"`))
    .replaceAll('`', '');
  const [, written] = /Default: (.*?)\.(?: |$)/.exec(text) ?? [];
  const isRange = minimum !== undefined && maximum !== undefined;
  const phrases = [
    ...text
      .replace(/Default: .*?\.(?: |$)/, '')
      .trimEnd()
      .split('. ')
      .map(lowerCase),
    // A minus only reverses the order.
    ...(choices ? [`one of ${choices.filter((choice) => !choice.startsWith('-')).join(', ')}`] : []),
    ...(items?.enum ? [`any of ${items.enum.join(', ')}, separated by commas`] : []),
    ...(isRange ? [`from ${minimum} to ${maximum}`] : []),
  ];
  const value = written ?? preset;
  return phrases.join('; ') + (value === undefined ? '' : ` (default: ${value})`);
}

function csvOption({ result }: Endpoint): Option {
  const names = resultLists(result).map((list) => list.name);
  return names.length > 1
    ? new Option('--csv <list>', 'print one of the lists as CSV').choices(names)
    : new Option('--csv', 'print the list as CSV');
}

/** Converts a sentence of the registry into a phrase like those of other commands. */
function lowerCase(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
