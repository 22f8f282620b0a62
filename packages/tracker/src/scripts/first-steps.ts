/** The script tag of a new workspace, and the command that sends its first event. `ingestUrl` is the URL that browsers and clients use. */

/** A browser's user agent, because events with curl's own count as a bot's. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** Returns a title and the script tag; if the URL is that of this machine, also what other sites need. */
export function tagLines(ingestUrl: string, publicKey: string): [title: string, tag: string, ...notes: string[]] {
  const isHere = /^(localhost|127\..*|\[::1\])$/.test(new URL(ingestUrl).hostname);
  const debug = isHere ? '; on localhost add data-debug, otherwise nothing is measured' : '';
  return [
    `Measure a site (in the head of its pages${debug}):`,
    `<script defer src="${ingestUrl}/tracker.js" data-key="${publicKey}"></script>`,
    ...(isHere ? ['This URL works on this machine only. To measure other sites, set INGEST_URL to a public URL.'] : []),
  ];
}

/** Returns the lines of a `curl` command. */
export function firstEventLines(ingestUrl: string, publicKey: string): string[] {
  return [
    `curl '${ingestUrl}/api/v1/events' -H 'X-API-Key: ${publicKey}' -H 'Content-Type: application/json' \\`,
    `  -A '${userAgent}' \\`,
    `  -d '{"type": "$pageview", "url": "https://example.com/hello", "title": "Hello"}'`,
  ];
}
