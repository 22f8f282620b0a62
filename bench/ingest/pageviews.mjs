/** The pageviews that benchmarks of ingest send, by number: the same ones in every run. */

const pages = 2_000;

/** Returns the body of a pageview, as the tracker sends it. */
export function pageviewOf(number) {
  const page = (number * 7_919) % pages;
  return {
    type: '$pageview',
    url: `https://www.example.com/articles/${page}?utm_source=news&utm_medium=email`,
    title: `Article ${page}`,
    referrer: 'https://www.google.com/',
  };
}

/** Returns an IPv4 address. They are spread over all assigned networks, so that most are in different cities. */
export function addressOf(number) {
  const scattered = Math.imul(number, 2_654_435_761) >>> 0;
  const bytes = [20 + ((scattered >>> 24) % 180), (scattered >>> 16) & 255, (scattered >>> 8) & 255, scattered & 255];
  return bytes.join('.');
}
