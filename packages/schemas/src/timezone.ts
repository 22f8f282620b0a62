/** Names of time zones. */

/** Names that all mean UTC; newer runtimes distinguish them. */
const utcNames = /^(etc\/)?(utc|uct|zulu|universal|greenwich|gmt([+-]?0)?)$/i;

/** The other three-letter names in the IANA database. The runtime knows more, with arbitrary meanings: `CST` is Chicago, not Shanghai. */
const threeLetters = ['CET', 'EET', 'EST', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'WET'];

/**
 * Returns the name of a zone of the IANA database as the runtime writes it, and `UTC` for every name of UTC; undefined
 * for anything else. Offsets such as +02:00, which some runtimes accept as well, are not names.
 */
export function canonicalTimezone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined;
  if (utcNames.test(name)) return 'UTC';
  if (name.length === 3 && !threeLetters.includes(name.toUpperCase())) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
