/** The command that sends a workspace its first event, for its owner. */

/** A browser's user agent, because events with curl's own count as a bot's. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Returns the lines of a `curl` command; `ingestUrl` is the URL that clients use. */
export function firstEventLines(ingestUrl: string, publicKey: string): string[] {
  return [
    `curl '${ingestUrl}/api/v1/events' -H 'X-API-Key: ${publicKey}' -H 'Content-Type: application/json' \\`,
    `  -A '${userAgent}' \\`,
    `  -d '{"type": "$pageview", "url": "https://example.com/hello", "title": "Hello"}'`,
  ];
}
