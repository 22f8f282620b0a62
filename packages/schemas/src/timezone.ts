/** Names of time zones. */

/** No name of the IANA database is longer than half of this. */
const timezoneCharsMax = 64;

/**
 * Returns the one name under which the runtime knows a zone of the IANA database, whatever the case and the alias; undefined
 * for anything else. Offsets such as +02:00, which some runtimes accept as well, are not names.
 */
export function canonicalTimezone(name: string): string | undefined {
  if (name.length > timezoneCharsMax || !/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
