/** The filters of the page: conditions on dimensions, in the URL in the API's form. */

export const operators = ['is', 'is_not', 'contains', 'contains_not', 'starts_with'] as const;
export type Operator = (typeof operators)[number];

/** The order in which dimensions are offered; a property is `prop:` and its name. */
export const dimensions = [
  'source',
  'channel',
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'utm_term',
  'utm_content',
  'ad_platform',
  'path',
  'entry_page',
  'exit_page',
  'hostname',
  'country',
  'city',
  'browser',
  'os',
  'device',
  'type',
  'goal',
] as const;
export type Dimension = (typeof dimensions)[number] | `prop:${string}`;

export interface Filter {
  dimension: Dimension;
  operator: Operator;
  /** An empty value means "not set". */
  value: string;
}

/** The most filters that the API accepts. */
export const filtersMax = 20;

const form = new RegExp(`^(prop:.+?|[^:]*):(${operators.join('|')}):(.*)$`, 's');
const opposites: Readonly<Record<Operator, Operator | undefined>> = {
  is: 'is_not',
  is_not: 'is',
  contains: 'contains_not',
  contains_not: 'contains',
  starts_with: undefined,
};

/** Returns undefined if the text is not a filter. */
export function parseFilter(text: string): Filter | undefined {
  const [, name = '', operatorText, value = ''] = form.exec(text) ?? [];
  const operator = operators.find((one) => one === operatorText);
  return operator && isDimension(name) ? { dimension: name, operator, value } : undefined;
}

/** The inverse of `parseFilter`. */
export function filterText({ dimension, operator, value }: Filter): string {
  return `${dimension}:${operator}:${value}`;
}

/** Returns the filter that keeps what this one excludes; undefined if there is none. */
export function negated(filter: Filter): Filter | undefined {
  const operator = opposites[filter.operator];
  return operator && { ...filter, operator };
}

/**
 * Returns true unless the dimension describes events of a session: there, `is_not` keeps every session with any other
 * event, which is nearly all of them.
 */
export function canExclude(dimension: string): boolean {
  return !/^(type|goal|prop:)/.test(dimension);
}

/** Adds filters, each once. A new filter replaces its opposite. */
export function addFilters(filters: readonly Filter[], added: readonly Filter[]): Filter[] {
  const gone = new Set(added.flatMap((filter) => [filter, negated(filter) ?? filter]).map(filterText));
  const kept = filters.filter((filter) => !gone.has(filterText(filter)));
  const byText = new Map([...kept, ...added].map((filter) => [filterText(filter), filter]));
  return [...byText.values()];
}

export function hasFilters(filters: readonly Filter[], wanted: readonly Filter[]): boolean {
  const texts = new Set(filters.map(filterText));
  return wanted.every((filter) => texts.has(filterText(filter)));
}

export function withoutFilters(filters: readonly Filter[], removed: readonly Filter[]): Filter[] {
  const texts = new Set(removed.map(filterText));
  return filters.filter((filter) => !texts.has(filterText(filter)));
}

function isDimension(name: string): name is Dimension {
  return /^prop:./s.test(name) || dimensions.some((one) => one === name);
}
