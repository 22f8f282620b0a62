/** The words of everything that is opened from a page. */

export const exploringWords = {
  menu: {
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    singleKeys: 'Single-key shortcuts',
    on: 'On',
    off: 'Off',
    site: 'Dashboard',
    api: 'API documentation',
    you: 'You',
    signOut: 'Sign out',
  },
  chart: {
    date: 'Date',
    before: 'Previous',
    soFar: 'so far',
    ahead: 'upcoming',
    noSessions: 'no sessions',
    /** The noun of a count: `visitors`, or `visitor` for one. */
    counted: (what: string, count: number) => what.toLowerCase().replace(count === 1 ? /s$/ : '', ''),
  },
  goals: {
    rates: 'Conversion rate in every list',
    noRates: 'Conversion rate of…',
    none: 'No goals yet',
    create: 'Create a goal',
  },
  lastVisits: (month: string) => `Last visits: ${month}`,
  workspaces: { title: 'Workspaces', today: 'Visitors today', create: '+ New workspace' },
  ranges: {
    title: 'Date range',
    from: 'From',
    to: 'To',
    apply: 'Apply',
    wrong: 'The range must be at most five years',
    comparison: 'Compare with',
    comparisons: { previous: 'Previous range', year: 'Same range a year earlier', none: 'Nothing' },
  },
  rows: {
    found: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
    shown: (first: string, last: string, count: string) => `${first}–${last} of ${count} rows`,
    none: 'Nothing matches this search',
    before: 'Previous',
    after: 'Next',
  },
  search: (what: string) => `Search ${what.toLowerCase()}`,
  keys: {
    title: 'Keyboard shortcuts',
    list: {
      'D W M Y': 'Today, last 7 days, last 30 days, this year',
      '← →': 'Previous range, next range',
      C: 'Turn comparison on or off',
      F: 'Add a filter',
      L: 'Open the live page',
      '/': 'Search pages',
      '?': 'Show this list',
      Esc: 'Close, remove the last filter',
      'Alt+click': 'Exclude a row (Alt+Enter on the keyboard)',
    },
  },
  notes: {
    none: 'No notes on these days',
    add: 'Add a note',
    date: 'Day',
    text: 'What happened',
    remove: 'Remove',
  },
  dimension: 'Filter by',
  property: 'Property…',
  propertyName: 'Property name',
  operator: 'Condition',
  value: 'Value',
  noSuchValue: 'No such value in this range',
  tooMany: (count: number) => `There are already ${count} filters, the maximum. Remove one first.`,
  apply: 'Apply',
  funnel: {
    hint: 'Choose at least two steps: pages, events or goals that visitors reach in this order.',
    within: 'Complete within',
    withins: { '': 'One session', '1h': '1 hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
    add: 'Add a step',
    kind: 'Step type',
    dropOff: (visitors: string) => `${visitors} dropped off`,
  },
  retention: {
    first: 'First seen',
    followed: (share: string) =>
      share === '100%'
        ? 'All visitors can be recognized from day to day.'
        : `${share} of visitors can be recognized from day to day. All others count as new each day.`,
    running: (period: string) => `The current ${period} has not ended: its figures have a dotted underline.`,
  },
  properties: {
    property: 'Property',
    none: 'These events have no properties',
    carriedBy: (name: string, events: string) => `${name} (${events})`,
  },
} as const;
