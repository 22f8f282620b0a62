/** The fields of results, with the descriptions that the API's documentation and the client's types show. */
import { z } from 'zod';
import { granularities } from '../time/time-buckets.ts';

export const count = z.int().min(0);

/** A number of seconds, a percentage or a similar figure, to two decimals. */
export const decimal = z.number();

export const percent = z.number().min(0).max(100);

/** UTC, with milliseconds. */
const moment = z.iso.datetime({ precision: 3 });

/** The range used; `end` is exclusive. */
export const period = z
  .strictObject({
    start: moment.describe('Start of the range, inclusive, in UTC.'),
    end: moment.describe('End of the range, exclusive, in UTC.'),
  })
  .meta({ id: 'Period', description: 'The range of the result.' });

/** Fields that mean the same in every result. */
export const fields = {
  visitors: count.describe('Distinct visitors.'),
  sessions: count.describe('Sessions that start in the range.'),
  pageviews: count.describe('Pageviews.'),
  events: count.describe('Events.'),
  avgDuration: decimal.describe('Mean duration of a session, in seconds.'),
  bounceRate: percent.describe('Share of sessions with one pageview and no custom event, in percent.'),
  viewsPerSession: decimal.describe('Pageviews divided by sessions.'),
  conversions: count.describe('Visitors who reached the goal.'),
  conversionRate: percent.describe('Share of the visitors who reached the goal, in percent.'),
  avgTime: decimal.describe('Mean engaged time of a pageview, in seconds.'),
  avgScroll: percent.describe('Mean scroll depth of a pageview, in percent of the page.'),
  path: z.string().describe('Path of the page, without query and fragment.'),
  title: z.string().describe('Title of the latest pageview that had one; empty if none had.'),
  source: z.string().describe('Name of the referring site, its host if the site is not known, or Direct.'),
  channel: z.string().describe("Channel group, as in Google Analytics 4's default channel groups."),
  adPlatform: z.string().describe('Ad platform, identified by its click ID.'),
  browser: z.string().describe('Browser, without its version.'),
  os: z.string().describe('Operating system, without its version.'),
  device: z.string().describe('desktop, mobile, tablet, tv, console, wearable or other.'),
  country: z.string().length(2).describe('ISO 3166-1 alpha-2 code; ZZ if unknown.'),
  city: z.string().describe('Name of the city.'),
  type: z.string().describe('Event type; automatic types start with $.'),
  date: z
    .string()
    .describe(
      'Start of the bucket: YYYY-MM-DD, or YYYY-MM-DDTHH:00:00Z by hour, with the offset of the time zone in place of Z if the request names one. A week is named by its Monday.',
    ),
  granularity: z.enum(granularities).describe('Width of the buckets.'),
};

/** The fields of the metrics of traffic, of which a request names some. */
export const trafficFields = {
  visitors: fields.visitors.optional(),
  sessions: fields.sessions.optional(),
  pageviews: fields.pageviews.optional(),
  events: fields.events.optional(),
  viewsPerSession: fields.viewsPerSession.optional(),
  bounceRate: fields.bounceRate.optional(),
  avgDuration: fields.avgDuration.optional(),
};
