/** One list of a response as a CSV file, derived from the same result as JSON. */
import { AppError } from '@footfall/errors';
import { Body } from '@footfall/http';
import type { Query, ResultList } from '@footfall/warehouse';
import { z } from 'zod';
import type { QueryResult } from './results.ts';
import { listAsCsv } from './csv.ts';
import type { Params } from './params.ts';

interface Requested {
  query: Pick<Query, 'name' | 'params'>;
  params: Params;
  /** All lists of the result, and the one that is requested. */
  lists: readonly ResultList[];
  list: ResultList;
}

/** The parameters whose values tell the files of one endpoint apart. */
const namingParams = ['by', 'type', 'name', 'granularity'];
/** The most characters of a value in the name of a file: with all of them, it has less than the 255 that file systems allow. */
const namePartCharsMax = 60;

const csvType = ['Content-Type', 'text/csv; charset=utf-8'];

/** Returns one list of `result` as CSV, with a separate ETag. Its body rejects with BAD_REQUEST if the result does not contain the list. */
export function csvResult(result: QueryResult, { query, params, lists, list }: Requested): QueryResult {
  const { etag, period, resultJson } = result;
  const parts = lists.length > 1 ? [list.name] : [];
  const fileName = [query.name, ...valuesOf(query, params), ...parts, ...datesOf(period, params['timezone'])].join('-');
  return {
    ...result,
    etag: etag.replace(/"$/, `-${list.name}.csv"`),
    body: new Body(() => listAsCsv(list, resultJson, params) ?? refuse(list)),
    contentFields: [...csvType, 'Content-Disposition', `attachment; filename="${fileName}.csv"`],
  };
}

/** Returns the values of the parameters that tell files apart, sent or by default, in characters that need no quotes or escapes anywhere. */
function valuesOf({ params: { shape } }: Pick<Query, 'params'>, params: Params): string[] {
  return namingParams.flatMap((name) => {
    const schema = shape[name];
    const value = params[name] ?? (schema instanceof z.ZodType ? schema.meta()?.['default'] : undefined);
    if (typeof value !== 'string') return [];
    const text = value.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').replaceAll(/^-+|-+$/g, '');
    return text === '' ? [] : [text.slice(0, namePartCharsMax)];
  });
}

/** Throws BAD_REQUEST for a list that the response to these parameters does not contain. */
function refuse({ name, description }: ResultList): never {
  const rule = 'part must be a list in the response to these parameters';
  throw new AppError('BAD_REQUEST', `${rule}, got "${name}". ${description}`);
}

/** Returns the first and the last date of a period, whose end is exclusive, in the requested time zone. */
function datesOf(period: string, timezone: unknown): string[] {
  const [start = '', end = ''] = period.split('/');
  // The Swedish locale writes dates as ISO 8601 does.
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: typeof timezone === 'string' ? timezone : 'UTC' });
  return [Date.parse(start), Date.parse(end) - 1].map((moment) => dates.format(moment));
}
