/** The time zone of a workspace: its days are those of the page. */

const utc = 'UTC';

/** Returns the time that the clocks of the zone show, in milliseconds as if they showed UTC. */
export function clockMs(epochMs: number, timezone: string): number {
  // The Swedish locale writes dates as ISO 8601 does.
  const shown = new Date(epochMs).toLocaleString('sv-SE', { timeZone: timezone });
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** Returns the zone, or UTC if it is not set or unknown to this browser. */
export function zoneOf(name: string | null | undefined): string {
  try {
    clockMs(0, name ?? utc);
    return name ?? utc;
  } catch {
    return utc;
  }
}
