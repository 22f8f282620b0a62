/** The pageviews of one site with which whole products are compared: the same ones for each product. */
import { createRandom, zipf } from '../random.ts';

interface Pageview {
  /** A UUID. */
  id: string;
  visitor: string;
  path: string;
  title: string;
  /** `''`, or `?` and the parameters of a campaign. */
  query: string;
  /** `''` without one. */
  referrer: string;
  /** Epoch milliseconds. */
  atMs: number;
}

/** Pageviews that are sent together: those of one browser and address, because a request to Footfall has only one of each. */
export interface Batch {
  userAgent: string;
  address: string;
  country: string;
  pageviews: readonly Pageview[];
}

export const batchSize = 500;

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
];
const countries = ['US', 'DE', 'GB', 'FR', 'IN', 'BR', 'CA', 'NL', 'ES', 'IT', 'JP', 'AU', 'SE', 'PL', 'CH'];

/** Yields `events` pageviews in the order of their times, which are spread evenly over [startMs, endMs). */
export function* batchesOf(events: number, { startMs, endMs }: { startMs: number; endMs: number }): Generator<Batch> {
  const random = createRandom(1);
  const draw = {
    visitor: zipf(random, Math.ceil(events / 5)),
    page: zipf(random, 2_000),
    referrer: zipf(random, 620),
    campaign: zipf(random, 40),
    country: zipf(random, countries.length),
  };
  const pageview = (index: number): Pageview => {
    const page = draw.page();
    const campaign = draw.campaign();
    return {
      id: random.uuid(),
      visitor: `visitor ${draw.visitor()}`,
      path: `/page/${page}`,
      title: `Page ${page}`,
      query: random.chance(0.1)
        ? `?utm_source=source-${campaign % 8}&utm_medium=cpc&utm_campaign=campaign-${campaign}`
        : '',
      referrer: random.chance(0.5) ? `https://site-${draw.referrer()}.example/` : '',
      atMs: Math.floor(startMs + ((endMs - startMs) * index) / events),
    };
  };
  for (let first = 0; first < events; first += batchSize) {
    const size = Math.min(batchSize, events - first);
    yield {
      userAgent: userAgents[random.integer(userAgents.length)] ?? '',
      address: [20 + random.integer(180), random.integer(256), random.integer(256), 7].join('.'),
      country: countries[draw.country()] ?? 'US',
      pageviews: Array.from({ length: size }, (_, index) => pageview(first + index)),
    };
  }
}
