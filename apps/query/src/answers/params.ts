/** Reads an endpoint's parameters from the query string. Errors name the parameter; unknown ones are ignored. */
import { AppError } from '@footfall/errors';
import type { Query } from '@footfall/warehouse';
import { LRUCache } from 'lru-cache';

export type Params = Readonly<Record<string, unknown>>;

/** Returns the parameters of `query` in `url`. Throws a BAD_REQUEST that names the parameter and what is allowed. */
export type ParamsReader = (query: Query, url: string) => Params;

/** The memory for query strings that are remembered. */
const rememberedBytesMax = 4 << 20;
/** The memory for an entry in addition to its text. */
const entryBytes = 500;

/** A reader that remembers what it has read: dashboards ask the same again, and reading costs more than a cached answer does. */
export function createParamsReader(): ParamsReader {
  const remembered = new LRUCache<string, Params>({
    maxSize: rememberedBytesMax,
    sizeCalculation: (_params, question) => entryBytes + question.length,
  });
  return (query, url) => {
    const mark = url.indexOf('?');
    const search = mark === -1 ? '' : url.slice(mark);
    const question = query.name + search;
    const known = remembered.get(question);
    if (known !== undefined) return known;
    const params = readParams(query, search);
    remembered.set(question, params);
    return params;
  };
}

function readParams(query: Query, search: string): Params {
  const { shape } = query.params;
  const given = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(search)) {
    // `start[]=` and `start[0]=` are a known parameter in the form of a list, not an unknown one.
    const [base = name] = name.split('[', 1);
    if (!Object.hasOwn(shape, base)) continue;
    const known = given.get(base);
    given.set(base, base === name && known === undefined ? value : [value].concat(known ?? []));
  }
  const parsed = query.params.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  // The schemas' messages name the parameter and what is allowed, beginning with a single value.
  throw new AppError('BAD_REQUEST', parsed.error.issues.map(({ message }) => message).join('; '));
}
