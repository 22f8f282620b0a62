/** Reads an endpoint's parameters from the query string; what is wrong is named, what is unknown ignored. */
import { AppError } from '@footfall/errors';
import type { Query } from '@footfall/warehouse';

export type Params = Readonly<Record<string, unknown>>;

/** The parameters of `query` in `url`. Throws BAD_REQUEST that names the parameter and what it takes. */
export function readParams(query: Query, url: string): Params {
  const mark = url.indexOf('?');
  const search = new URLSearchParams(mark === -1 ? '' : url.slice(mark));
  const { shape } = query.params;
  const given = new Map<string, string | string[]>();
  for (const [name, value] of search) {
    // `start[]=` and `start[0]=` are a known parameter in the form of a list, not an unknown one.
    const [base = name] = name.split('[', 1);
    if (!Object.hasOwn(shape, base)) continue;
    const known = given.get(base);
    given.set(base, base === name && known === undefined ? value : [value].concat(known ?? []));
  }
  const parsed = query.params.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  // The schemas' messages name the parameter and what it takes: one value, for a start.
  throw new AppError('BAD_REQUEST', parsed.error.issues.map(({ message }) => message).join('; '));
}
