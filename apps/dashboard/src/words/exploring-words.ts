/** The words of everything that is opened from a page. */

export const exploringWords = {
  menu: {
    theme: 'Colours',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    site: 'Dashboard',
    api: 'API documentation',
    you: 'You',
    signOut: 'Sign out',
  },
  workspaces: { title: 'Workspaces', today: 'Visitors today' },
  ranges: {
    title: 'Range',
    from: 'From',
    to: 'To',
    apply: 'Apply',
    wrong: 'At most five years',
    comparison: 'Compare with',
    comparisons: { previous: 'The range before', year: 'The year before', none: 'Nothing' },
  },
  rows: {
    found: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
    shown: (first: string, last: string, count: string) => `${first} to ${last} of ${count} rows`,
    none: 'Nothing matches this search',
    before: 'Back',
    after: 'Next',
  },
  search: (what: string) => `Search ${what.toLowerCase()}`,
  keys: {
    title: 'Keys',
    list: {
      'D W M Y': 'Today, last 7 days, last 30 days, this year',
      '← →': 'The range before, the range after',
      C: 'With and without comparison',
      F: 'Add a filter',
      L: 'Live',
      '/': 'Search',
      '?': 'This list',
      Esc: 'Close, remove the last filter, back',
    },
  },
  notes: {
    none: 'Nothing was noted on these days',
    add: 'Add a note',
    date: 'Day',
    text: 'What happened',
    remove: 'Remove',
  },
  dimension: 'What',
  property: 'Property …',
  propertyName: 'Name of the property',
  operator: 'Condition',
  value: 'Value',
  noSuchValue: 'No such value in this range',
  apply: 'Apply',
  funnel: {
    title: 'Funnel',
    hint: 'Choose two steps or more: pages, events or goals that visitors take one after the other.',
    within: 'Steps within',
    withins: { '': 'One session', '1h': 'An hour', '24h': 'A day', '7d': 'Seven days', '30d': 'Thirty days' },
    add: 'Add a step',
    kind: 'What the step is',
    dropOff: (visitors: string) => `${visitors} dropped off`,
  },
  retention: {
    title: 'Retention',
    first: 'First seen',
    followed: (share: string) =>
      share === '100%'
        ? 'All visitors can be followed from day to day.'
        : `${share} of the visitors can be followed from day to day; all others are new each day.`,
    running: (period: string) => `The current ${period} is not over: its figures are underlined with dots.`,
  },
  properties: {
    title: 'Properties',
    property: 'Property',
    none: 'These events carry no properties',
    carriedBy: (name: string, events: string) => `${name} (${events})`,
  },
} as const;
