/** The ingestion API, which the ingest server has on its own port: events as JSON, and a pageview as an image. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { always, automaticTypes, type Event, eventLimits, rejections } from '@footfall/schemas';
import { z } from 'zod';
import { ingestionFaultResponses, ingestionHeaders, pixelHeaders, text } from './responses.ts';

const string = (charsMax: number) => z.string().max(charsMax);

/** The other forms of ISO 8601 that the server reads: a date, a time without an offset, and a space before it. */
const looseTime =
  /^\s*\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]([01]\d|2[0-3]):[0-5]\d(:[0-6]\d([.,]\d{1,9})?)?\s?([Zz]|[+-]\d\d(:?[0-5]\d)?)?)?\s*$/;
const moment = z
  .union([z.iso.datetime({ offset: true }), string(eventLimits.timestampCharsMax).regex(looseTime), z.number()])
  .nullish();

const typeRule = new RegExp(`^(?:[^$]|(?:${automaticTypes.map((type) => `\\${type}`).join('|')})$)`);
/** An absolute http or https URL. */
const webUrl = /^\s*[Hh][Tt][Tt][Pp][Ss]?:[/\\]{2}[^/\\?#]/;

/** The fields of the schema of events, which itself contains transforms that no description can express. Null in an optional field means that it is omitted. */
const eventFields: Readonly<Record<keyof Event, z.ZodType>> = {
  type: string(eventLimits.typeCharsMax)
    .min(1)
    .regex(typeRule)
    .describe(`What happened: ${automaticTypes.join(', ')}, or a custom name that does not start with $.`),
  id: z
    .guid()
    .nullish()
    .describe('Identity of the event; an event that is sent again with the same ID is counted once.'),
  timestamp: moment.describe(
    'Time of the event: ISO 8601 or epoch milliseconds. With a public key, a time that is more than 7 days old or 5 minutes ahead is replaced by the time of receipt. With a secret key, any time since 2000 that is at most 5 minutes ahead; others are rejected. Default: time of receipt.',
  ),
  visitorId: string(eventLimits.idCharsMax)
    .min(1)
    .nullish()
    .describe('The visitor. If omitted, derived from IP address, user agent and a daily salt.'),
  sessionId: string(eventLimits.idCharsMax)
    .min(1)
    .nullish()
    .describe('The session. If omitted, derived: a session ends after 30 minutes without an event.'),
  url: string(eventLimits.urlCharsMax)
    .regex(webUrl)
    .nullish()
    .describe('URL of the page, absolute, http or https. Required for pageviews, page leaves and clicks.'),
  title: string(eventLimits.titleCharsMax).nullish().describe('Title of the page.'),
  referrer: z
    .unknown()
    .optional()
    .describe(
      `URL of the previous page, a string of up to ${eventLimits.referrerCharsMax} characters. Anything else is ignored.`,
    ),
  scrollDepth: z
    .number()
    .min(0)
    .max(100)
    .nullish()
    .describe('On $pageleave: the deepest point seen, in percent of the page. Ignored on other types.'),
  engagedSeconds: z
    .number()
    .min(0)
    .max(eventLimits.engagedSecondsMax)
    .nullish()
    .describe('On $pageleave: seconds in which the page was visible and focused. Ignored on other types.'),
  continued: z
    .boolean()
    .nullish()
    .describe(
      'On $pageleave: whether this pageview has already sent one; scrollDepth and engagedSeconds are then what was added since. Ignored on other types.',
    ),
  props: z
    .record(z.string(), z.union([string(eventLimits.propValueCharsMax), z.number(), z.boolean(), z.null()]))
    .nullish()
    // The generator does not describe the keys of a record.
    .meta({ propertyNames: { maxLength: eventLimits.propKeyCharsMax } })
    .describe(
      `Custom properties: up to ${eventLimits.propsMax} strings, numbers and booleans. A property that is null is omitted.`,
    ),
  userAgent: string(eventLimits.userAgentCharsMax)
    .nullish()
    .describe(
      "With a secret key: the visitor's user agent, when a server sends on their behalf. If omitted, the User-Agent header is used, unless it is that of an HTTP library or an app.",
    ),
  ip: string(eventLimits.ipCharsMax)
    .min(1)
    .nullish()
    .describe("With a secret key: the visitor's IP address, when a server sends on their behalf. Never stored."),
};

const event = z
  .strictObject(eventFields)
  .meta({ id: 'Event', description: 'Something that happened on a site or in an app.' });
const batch = z
  .strictObject({
    events: z
      .array(event)
      .min(1)
      .max(eventLimits.batchEventsMax)
      .describe('The events; each is accepted or rejected on its own.'),
    sentAt: moment.describe(
      "Time of sending by the client's clock; used to correct its timestamps. Leave it out of an import that may be run again: the correction differs by milliseconds each time, and an event that is more than 24 hours old is recognized by its timestamp.",
    ),
    key: z.string().nullish().describe('A public key, for clients that cannot set headers.'),
  })
  .meta({ id: 'EventBatch', description: 'A batch of events.' });
const eventOrBatch = z.union([event, batch]).meta({ id: 'EventOrBatch', description: 'One event or a batch.' });
const rejection = z
  .strictObject({
    index: z.int().min(0).describe('Its index in `events`.'),
    code: z.string().describe(
      `The reason: ${Object.entries(rejections)
        .map(([code, reason]) => `${code} (${reason})`)
        .join('; ')}.`,
    ),
    message: z.string().describe('The reason in words, with the name of the field.'),
  })
  .meta({ id: 'Rejection', description: 'An event that was not accepted.' });
const accepted = z
  .strictObject({
    success: always,
    accepted: z.int().min(1).describe('Number of events that are stored durably.'),
    rejected: z.array(rejection).describe('The events that were not accepted.'),
  })
  .meta({ id: 'Accepted', description: 'The outcome for each event.' });

const faults = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMIT',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;
const security = [{ bearer: [] }, { header: [] }, { query: [] }];
const tags = ['ingestion'];
const query = (name: string, required: boolean, description: string) => ({
  name,
  in: 'query' as const,
  required,
  description,
  schema: text,
});

/** Returns the operations. `ingestUrl` is the URL of the ingest server. */
export function ingestionOperations(ingestUrl: string): RouteConfig[] {
  const servers = [{ url: ingestUrl, description: 'The ingest server.' }];
  const json = {
    schema: eventOrBatch,
    example: { type: '$pageview', url: 'https://www.example.com/pricing', title: 'Pricing' },
  };
  return [
    {
      method: 'post',
      path: '/api/v1/events',
      operationId: 'sendEvents',
      summary: 'Send up to 1,000 events.',
      description:
        'Public keys can only send events and may be visible in pages; secret keys are for servers. The response is sent once the accepted events are durable. After 429, 502, 503 and 504, retry with the same event IDs.',
      tags,
      security,
      servers,
      request: { body: { required: true, content: { 'application/json': json, 'text/plain': json } } },
      responses: {
        202: {
          description: 'At least one event was accepted.',
          headers: ingestionHeaders,
          content: { 'application/json': { schema: accepted } },
        },
        ...ingestionFaultResponses(faults),
      },
    },
    {
      method: 'get',
      path: '/api/v1/page.gif',
      operationId: 'sendPageview',
      summary: 'Count a pageview with an image, on pages without scripts.',
      tags,
      security: [{ query: [] }],
      servers,
      parameters: [
        query('url', false, 'URL of the page. Default: the Referer header.'),
        query('title', false, 'Title of the page.'),
        query('referrer', false, 'URL of the previous page.'),
      ],
      responses: {
        200: { description: 'A transparent image.', headers: pixelHeaders, content: { 'image/gif': {} } },
        ...ingestionFaultResponses(faults),
      },
    },
  ];
}
