/** Reads an endpoint's parameters from the query string. Errors name the parameter; unknown parameters are ignored and reported in a header. */
import { AppError } from '@footfall/errors';
import { type Query, type ResultList, resultLists } from '@footfall/warehouse';
import { LRUCache } from 'lru-cache';
import { type FormParams, formParams } from './form.ts';

export type Params = Readonly<Record<string, unknown>>;

interface Read {
  params: Params;
  form: FormParams;
  /** The lists of the query's result. */
  lists: readonly ResultList[];
  /** The names of parameters that the query does not have, as a header lists them. */
  ignored: string;
}

/** Returns the parameters of `query` in `url`. Throws a BAD_REQUEST that names the parameter and what is allowed. */
export type ParamsReader = (query: Query, url: string) => Read;

const ignoredNamesMax = 20;
const ignoredNameCharsMax = 100;

/** The memory for cached query strings. */
const rememberedBytesMax = 4 << 20;
/** The memory for an entry in addition to its text. */
const entryBytes = 500;

/** Returns a reader that caches its results: dashboards repeat their requests, and reading costs more than a cached response does. */
export function createParamsReader(): ParamsReader {
  const remembered = new LRUCache<string, Read>({
    maxSize: rememberedBytesMax,
    sizeCalculation: (_read, key) => entryBytes + key.length,
  });
  const readers = new Map<Query, (search: string) => Read>();
  return (query, url) => {
    const mark = url.indexOf('?');
    const search = mark === -1 ? '' : url.slice(mark);
    const key = query.name + search;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const reader = readers.get(query) ?? readerOf(query);
    readers.set(query, reader);
    const read = reader(search);
    remembered.set(key, read);
    return read;
  };
}

function readerOf(query: Query): (search: string) => Read {
  const lists = resultLists(query.result);
  const formSchema = formParams(lists);
  const names = new Set(Object.keys({ ...query.params.shape, ...formSchema.shape }));
  return (search) => {
    const { given, ignored } = readTexts(names, search);
    const params = query.params.safeParse(given);
    const form = formSchema.safeParse(given);
    if (params.success && form.success) return { params: params.data, form: form.data, lists, ignored };
    // The schemas' messages name the parameter and what is allowed, beginning with a single value.
    const issues = [params, form].flatMap(({ error }) => error?.issues ?? []);
    throw new AppError('BAD_REQUEST', issues.map(({ message }) => message).join('; '));
  };
}

/** Returns the texts of the parameters with these names; a list of them, in the order sent, for a parameter that is repeated. */
function readTexts(names: ReadonlySet<string>, search: string) {
  const given = new Map<string, string | string[]>();
  const ignored = new Set<string>();
  for (const [name, value] of new URLSearchParams(search)) {
    // `start[]=` and `start[0]=` are a known parameter in the form of a list, not an unknown one.
    const base = name.replace(/\[\d*\]$/, '');
    if (!names.has(base)) {
      ignored.add(name);
      continue;
    }
    const known = given.get(base);
    given.set(base, base === name && known === undefined ? value : [known ?? []].flat().concat(value));
  }
  return { given: Object.fromEntries(given), ignored: listed(ignored) };
}

/** Returns the names as a header lists them. They can contain any characters, and are encoded as in a URL. An encoded name has no space, so it cannot be mistaken for the trailing `and 3 more`. */
function listed(names: ReadonlySet<string>): string {
  const some = [...names].slice(0, ignoredNamesMax);
  const texts = some.map((name) => encodeURIComponent(name.slice(0, ignoredNameCharsMax).toWellFormed()));
  const more = names.size - some.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
