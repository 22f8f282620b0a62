/** The parameter `by` of a breakdown: one dimension or two. */
import { choiceOf } from '@footfall/schemas';
import { type Dimension, dimensionNames, readDimension } from '../parameters/dimension.ts';
import { parameter } from '../parameters/parameters.ts';

/** `assistant` is the source of sessions that AI assistants sent. */
export type ByDimension = Dimension | { kind: 'session'; name: 'assistant' };

export interface By {
  /** The text of the request. */
  text: string;
  /** The names of the values in entries. */
  names: readonly string[];
  dimensions: readonly ByDimension[];
}

/** The kind of thing that has the values. An event has its session's values as well, but not the other way round. */
export type Kind = Dimension['kind'];

/** The dimensions that `by` can name. */
export const byNames = ['assistant', ...dimensionNames];

function readOne(text: string): ByDimension | undefined {
  if (text === 'assistant') return { kind: 'session', name: 'assistant' };
  const dimension = readDimension(text);
  return dimension?.name === 'prop' && isList(text) ? undefined : dimension;
}

/** Returns true if a dimension follows a comma. Any other comma is part of the name of a property. */
const isList = (text: string) =>
  text
    .split(',')
    .slice(1)
    .some((part) => readOne(part) !== undefined);

/** Reads one name, or two with a comma between them. */
function readBy(text: string): By | undefined {
  for (let comma = text.indexOf(','); comma !== -1; comma = text.indexOf(',', comma + 1)) {
    const pair = [text.slice(0, comma), text.slice(comma + 1)];
    const dimensions = pair.map(readOne).filter((one) => one !== undefined);
    if (dimensions.length === 2 && pair[0] !== pair[1]) return { text, names: pair, dimensions };
  }
  const one = readOne(text);
  return one && { text, names: [text], dimensions: [one] };
}

export const byDefault = 'path';

export const byParam = parameter('by', `${choiceOf(byNames)}, or two different ones separated by a comma`, (text) =>
  readBy(text) ? text : undefined,
)
  .optional()
  .meta({
    description: `Dimension of the breakdown: one of ${byNames.join(', ')}, or two different ones separated by a comma. By type, the metrics are those of the events of each type; a filter on type keeps whole sessions instead.`,
    type: 'string',
    minLength: 1,
    default: byDefault,
  });

/** Parses a valid text of the parameter. Throws for any other. */
export function byOf(text: string): By {
  const by = readBy(text);
  if (!by) throw new Error(`Not a dimension: ${text}`);
  return by;
}

export function kindOf({ dimensions }: By): Kind {
  const kinds = dimensions.map(({ kind }) => kind);
  return kinds.includes('happened') ? 'happened' : kinds.includes('page') ? 'page' : 'session';
}

export const isBy = ({ dimensions }: By, name: ByDimension['name']) => dimensions.some((one) => one.name === name);
