/** The script tag of a workspace, for its owner. */

/** Returns a title and the tag; `ingestUrl` is the URL that browsers use. */
export function tagLine(ingestUrl: string, publicKey: string): [title: string, line: string] {
  const isHere = /^(localhost|127\..*|\[::1\])$/.test(new URL(ingestUrl).hostname);
  const debug = isHere ? '; on localhost add data-debug, or it counts nothing' : '';
  return [
    `Measure a site (in the head of its pages${debug}):`,
    `<script defer src="${ingestUrl}/tracker.js" data-key="${publicKey}"></script>`,
  ];
}
