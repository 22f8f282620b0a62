/** The words of the map. */

export const mapWords = {
  label: 'Visitors by country',
  help: 'Arrow keys move between countries, from the most visitors to the fewest',
  country: (country: string, visitors: string) => `${country}: ${visitors}`,
  unknown: (visitors: string) => `${visitors} of unknown country`,
  step: (from: string, isLast: boolean) => (isLast ? `${from}+` : from),
} as const;
