/** Values of each parameter of the analytics API: some valid ones, and many that must be rejected. */

const badDates = [
  '',
  ' ',
  'now()',
  'yesterday',
  '2026',
  '2026-02-30',
  '2026-13-01',
  '2026-3-1',
  '2026-00-10',
  '10000-01-01',
  '+010000-01-01',
  '-000001-01-01',
  '2026-03-01T25:00:00Z',
  '2026-03-01T10:61:00Z',
  '2026-03-01T10:00:00+99:00',
  '1700000000000',
  "2026-03-01' OR 1=1",
  '2026-03-01\0',
  '2026-03-01,2026-03-02',
];
const badCounts = ['', ' ', '0', '-1', '1000000000', '10abc', '10.5', '1e2', '0x10', 'NaN', 'null', '1;2', '٣'];

const values: Readonly<Record<string, { accepted: readonly string[]; bad: readonly string[] }>> = {
  start: {
    accepted: [
      '2026-11-01',
      '2026-11-01T10:00:00Z',
      '2026-11-01T10:00:00+02:00',
      '2026-11-01T10:00',
      '2026-11-01T10:00Z',
    ],
    bad: badDates,
  },
  end: { accepted: ['2026-11-10', '2026-11-10T10:00:00.123Z'], bad: badDates },
  timezone: {
    accepted: ['Europe/Berlin', 'asia/kathmandu', 'UTC'],
    bad: ['', ' ', '+02:00', 'UTC+2', 'Mars/Olympus', 'Europe/Berlin ', "Europe/Berlin' OR 1=1", 'A'.repeat(65)],
  },
  limit: { accepted: ['1', '1000'], bad: [...badCounts, '10001'] },
  days: { accepted: ['1', '365'], bad: [...badCounts, '366'] },
  by: {
    accepted: ['source', 'path', 'city,country', 'prop:a,b', 'prop:a,path', "prop:' OR 1=1"],
    bad: ['', 'PATH', 'path,', ',path', 'path,path', 'path,type,os', 'prop:', "path' OR 1=1", 'toString'],
  },
  metrics: {
    accepted: ['visitors', 'pageviews,visitors'],
    bad: ['', 'users', 'visitors,', 'visitors,visitors', 'VISITORS', 'toString', 'visitors;pageviews'],
  },
  sort: {
    accepted: ['visitors', '-visitors', '-pageviews'],
    bad: ['', '-', '--visitors', 'users', '-path', 'toString'],
  },
  filter: {
    accepted: [
      'country:is:DE',
      'path:contains:',
      'utm_term:is:',
      "prop:' OR 1=1:is_not:\\'",
      'prop:a:b:starts_with::',
      'prop:plan:contains:"\\\0{a:b}',
      `path:is:${'a'.repeat(10_000)}`,
    ],
    bad: [
      '',
      'country',
      'country:is',
      'country:IS:DE',
      'COUNTRY:is:DE',
      'colour:is:red',
      ':is:',
      'prop::is:a',
      'goal:is:none',
      'goal:contains:goal_',
      'toString:is:x',
      '__proto__:is:x',
      "country' OR 1=1:is:DE",
    ],
  },
  goal: { accepted: [], bad: ['', 'none', "goal' OR 1=1"] },
  search: { accepted: ['a', '%', "'", '👩🏽'], bad: ['', 'a'.repeat(201)] },
  offset: { accepted: ['0', '7'], bad: ['', ' ', '-1', '1000001', '1.5', '1e2'] },
  minutes: { accepted: ['1', '30'], bad: [...badCounts, '31'] },
  compare: { accepted: ['previous', 'year'], bad: ['', 'PREVIOUS', 'week', 'previous,year'] },
  type: { accepted: ['signup', '$pageview', "'"], bad: ['', 'a'.repeat(129)] },
  name: { accepted: ['plan', '"', '__proto__'], bad: ['', 'a'.repeat(129)] },
  step: { accepted: ['path:is:/'], bad: ['', 'path:is:/', 'goal_none'] },
  within: {
    accepted: ['1m', '24h', '90d'],
    bad: ['', '0m', '30', '30s', '91d', '129601m', '-1h', '1.5h', '1h ', '01h', '1H', '1h,2h', '9999999m'],
  },
  granularity: {
    accepted: ['week', 'day', 'month'],
    bad: ['', 'HOUR', 'year', "hour' OR 1=1", 'hour,day', 'toString'],
  },
};

/** Parameters that are repeated for several values. */
export const repeatedParameters: readonly string[] = ['filter', 'step'];

const required: Readonly<Record<string, readonly [parameter: string, value: string][]>> = {
  properties: [['type', 'signup']],
  funnel: [
    ['step', 'path:starts_with:/'],
    ['step', 'type:is:signup'],
  ],
};

/** Returns the query string of an endpoint: `given`, and its required parameters unless `given` names them. */
export function queryString(endpoint: string, given = ''): string {
  const names = new Set([...new URLSearchParams(given).keys()].map((name) => name.split('[', 1)[0]));
  const without = (required[endpoint] ?? []).filter(([parameter]) => !names.has(parameter));
  return [...without.map(([parameter, value]) => `${parameter}=${encodeURIComponent(value)}`), given].join('&');
}

/** Throws for a parameter without values here, so that a new one cannot go untested. */
export function badValues(parameter: string): readonly string[] {
  return known(parameter).bad;
}

export function acceptedValues(parameter: string): readonly string[] {
  return known(parameter).accepted;
}

function known(parameter: string) {
  const found = values[parameter];
  if (!found) throw new Error(`No values are known for the parameter ${parameter}: add some here`);
  return found;
}
