/** The query string of a request, as sent: the text of each parameter, and the texts of those that repeat. */
import type { Granularity } from './calendar.ts';
import type { Comparison } from './range.ts';

export interface Params {
  start?: string;
  end?: string;
  timezone?: string;
  filter?: string[];
  granularity?: Granularity;
  compare?: Comparison;
  limit?: string;
  offset?: string;
  days?: string;
  minutes?: string;
  /** The dimensions of breakdown and series, separated by commas. */
  by?: string;
  metrics?: string;
  sort?: string;
  search?: string;
  /** The ID of a goal. */
  goal?: string;
  /** The event type of properties. */
  type?: string;
  name?: string;
  /** The steps of funnel. */
  step?: string[];
  within?: string;
}

/** Returns the parameters as a query string. */
export function searchParamsOf(params: Params): URLSearchParams {
  const pairs = Object.entries(params).flatMap(([name, given]: [string, string | string[]]) =>
    [given].flat().map((text): [string, string] => [name, text]),
  );
  return new URLSearchParams(pairs);
}
