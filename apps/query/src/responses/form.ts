/** The form of a response: JSON, or one of its lists as CSV. */
import { AppError } from '@footfall/errors';
import { choiceOf } from '@footfall/schemas';
import { choiceParam, type ResultList } from '@footfall/warehouse';
import Negotiator from 'negotiator';
import { z } from 'zod';

/** The parameters of every endpoint for the form of its response. They do not affect the result, so all forms share a cache entry. */
export function formParams(lists: readonly ResultList[]) {
  const names = lists.map(({ name }) => name);
  const format = choiceParam('format', ['json', 'csv'], {
    description:
      'Format of the response; CSV contains one list. Default: the one that `Accept` prefers, otherwise json.',
  });
  const part = choiceParam('part', names, {
    description: `The list that CSV contains. ${names.length > 1 ? 'Required with CSV.' : `Default: ${names.join()}.`}`,
  });
  return z.object({ format, part });
}

export type FormParams = z.output<ReturnType<typeof formParams>>;

/** Returns the list to send as CSV; undefined for JSON. `accept` is the request's header. Throws a BAD_REQUEST if the list is ambiguous. */
export function requestedList(
  lists: readonly ResultList[],
  { format, part }: FormParams,
  accept: string | undefined,
): ResultList | undefined {
  if (format === undefined ? !prefersCsv(accept) : format === 'json') return undefined;
  const [list, another] = part === undefined ? lists : lists.filter(({ name }) => name === part);
  if (another === undefined) return list;
  throw new AppError('BAD_REQUEST', `part must be ${choiceOf(lists.map(({ name }) => name))} for CSV, got nothing`);
}

/** A shortcut: few requests mention a type of text at all. */
function prefersCsv(accept = ''): boolean {
  if (!/\btext\/(csv|\*)/i.test(accept)) return false;
  // A Negotiator compares parameters such as `charset=utf-8`, which do not make another format.
  const withoutParameters = accept.replace(/;(?!\s*q=)[^;,]*/gi, '');
  const negotiator = new Negotiator({ headers: { accept: withoutParameters } });
  return negotiator.mediaType(['application/json', 'text/csv']) === 'text/csv';
}
