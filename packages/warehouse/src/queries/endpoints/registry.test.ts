import { z } from 'zod';
import { queries } from './index.ts';

/** The documented fields of each endpoint, with those of nested objects and list entries in braces. */
const documented = {
  overview: `pageviews uniqueVisitors sessions avgDuration bounceRate
    topPages[path title pageviews visitors avgTime]
    comparison{pageviews{current previous change} uniqueVisitors{current previous change}
      sessions{current previous change} avgDuration{current previous change} bounceRate{current previous change}}
    period{start end}`,
  visitors: 'data[date visitors sessions] granularity',
  pages: 'data[path title pageviews visitors avgTime]',
  sources: 'referrers[source visitors sessions] utmSources[source medium visitors]',
  events: 'data[type count users auto]',
  campaigns: 'campaigns[name source medium visitors sessions] adPlatforms[platform visitors]',
  channels: 'data[channel visitors sessions percentage]',
  devices: 'browsers[browser count] devices[device count] operatingSystems[os count]',
  geo: 'countries[country visitors] cities[city country visitors]',
  'ux-insights': `totals{dead_clicks rage_clicks dead_click_rate rage_click_rate total_sessions}
    dead_clicks_by_page[doc_path dead_clicks affected_sessions]
    rage_clicks_by_page[doc_path rage_clicks affected_sessions]
    low_scroll_pages[doc_path avg_scroll_depth samples]`,
  realtime: `activeVisitors activePages[path visitors] countries[] devices{desktop mobile}
    byMinute[minutesAgo visitors pageviews] recent[type path country device secondsAgo]`,
  breakdown: `by metrics[]
    data[source channel utm_source utm_medium utm_campaign utm_term utm_content ad_platform assistant browser os device
      country city entry_page exit_page path hostname type goal
      visitors sessions pageviews events entries exits viewsPerSession bounceRate avgDuration avgTime avgScroll
      conversions conversionRate
      previous{visitors sessions pageviews events entries exits viewsPerSession bounceRate avgDuration avgTime avgScroll
        conversions conversionRate} prop:<name>]
    total`,
  series: `granularity
    data[date visitors sessions pageviews events viewsPerSession bounceRate avgDuration conversions conversionRate
      previous{date visitors sessions pageviews events viewsPerSession bounceRate avgDuration conversions conversionRate}]`,
  goals: `data[goalId name visitors events conversionRate value
    previous{visitors events conversionRate value}]`,
  properties: 'data[name value events visitors]',
  funnel: 'data[step visitors dropOff conversionRate]',
  retention: 'granularity data[date visitors returned[]] followed',
};

const range = ['start', 'end', 'timezone', 'filter'];

const parameters = {
  overview: range,
  visitors: [...range, 'granularity'],
  pages: [...range, 'limit'],
  sources: [...range, 'limit'],
  events: [...range, 'limit'],
  campaigns: [...range, 'limit'],
  channels: [...range, 'limit'],
  devices: [...range, 'limit'],
  geo: [...range, 'limit'],
  'ux-insights': ['days', ...range],
  realtime: ['minutes', 'filter'],
  breakdown: [...range, 'by', 'metrics', 'goal', 'sort', 'search', 'limit', 'offset', 'compare'],
  series: [...range, 'granularity', 'metrics', 'goal', 'compare'],
  goals: [...range, 'compare'],
  properties: [...range, 'type', 'name', 'limit'],
  funnel: [...range, 'step', 'within'],
  retention: [...range, 'granularity'],
};

/** The parameters that an endpoint requires. */
const required: Readonly<Record<string, object>> = {
  properties: { type: 'signup' },
  funnel: { step: ['path:is:/', 'type:is:signup'] },
};

const lifetimes = {
  overview: 300,
  visitors: 300,
  pages: 300,
  sources: 600,
  events: 300,
  campaigns: 600,
  channels: 600,
  devices: 600,
  geo: 600,
  'ux-insights': 600,
  realtime: 60,
  breakdown: 300,
  series: 300,
  goals: 300,
  properties: 300,
  funnel: 300,
  retention: 300,
};

/** Returns a schema's fields in the notation above. Throws if an object allows other fields, except for entries by a property. */
function fieldsOf(schema: unknown): string {
  if (schema instanceof z.ZodArray) return `[${fieldsOf(schema.element)}]`;
  if (!(schema instanceof z.ZodObject)) return '';
  const isOpen = schema.meta()?.id === 'BreakdownEntry';
  if (!isOpen && !(schema.def.catchall instanceof z.ZodNever)) throw new Error('Not a strict object');
  const fields = Object.entries(schema.shape).map(([name, field]) => name + nested(field));
  return [...fields, ...(isOpen ? ['prop:<name>'] : [])].join(' ');
}

function nested(field: unknown): string {
  if (field instanceof z.ZodOptional) return nested(field.unwrap());
  return field instanceof z.ZodObject ? `{${fieldsOf(field)}}` : fieldsOf(field);
}

const collapsed = (text: string) => text.replace(/\s+/g, ' ');

it('names the eleven endpoints in the order of the interface document, and then those for exploring', () => {
  expect(queries.map((query) => query.name)).toEqual(Object.keys(documented));
});

it.each(queries)('$name returns exactly the documented fields', (query) => {
  expect({ [query.name]: fieldsOf(query.result) }).toEqual({
    [query.name]: collapsed(new Map(Object.entries(documented)).get(query.name) ?? ''),
  });
});

it('accepts exactly the documented parameters', () => {
  const taken = queries.map((query) => [query.name, Object.keys(query.params.shape)]);
  expect(Object.fromEntries(taken)).toEqual(parameters);
});

it('caches each result for the documented time', () => {
  expect(Object.fromEntries(queries.map((query) => [query.name, query.cacheTtlSeconds]))).toEqual(lifetimes);
});

it('requires only the parameters for a type and for steps, and keeps omitted parameters undefined', () => {
  for (const query of queries) {
    const given = required[query.name] ?? {};
    expect(query.params.parse(given)).toEqual(given);
    for (const name of Object.keys(given)) expect(query.params.safeParse({}).error?.message).toContain(`${name} must `);
  }
});

it('describes each endpoint and each parameter', () => {
  for (const query of queries) {
    expect(query.summary).toMatch(/\.$/);
    for (const parameter of Object.values(query.params.shape)) {
      expect(parameter instanceof z.ZodType && parameter.meta()?.description).toMatch(/\.$/);
    }
  }
});
