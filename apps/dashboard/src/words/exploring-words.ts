/** The words of what is opened from the page of a site. */

export const exploringWords = {
  dimension: 'What',
  property: 'Property …',
  propertyName: 'Name of the property',
  operator: 'Condition',
  value: 'Value',
  apply: 'Apply',
  groups: { visits: 'Where visits came from', places: 'Pages', people: 'Visitors', happened: 'What happened' },
} as const;
