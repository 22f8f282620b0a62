/** The words of what is opened from the page of a site. */

export const exploringWords = {
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
      `${share} of the visitors can be followed from day to day; all others are new each day.`,
  },
  properties: {
    title: 'Properties',
    property: 'Property',
    none: 'These events carry no properties',
    carriedBy: (name: string, events: string) => `${name} (${events})`,
  },
} as const;
