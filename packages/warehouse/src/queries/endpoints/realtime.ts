/** Realtime: the active visitors of the last minutes, each once, on the page and in the country where they were last seen. */
import { minuteMs } from '@footfall/schemas';
import { z } from 'zod';
import type { Reader } from '../../driver/port.ts';
import { filterParam, readFilters } from '../parameters/filters.ts';
import { minutesParam } from '../parameters/parameters.ts';
import { defineQuery } from '../query.ts';
import { boundBy, type Scope } from '../scope.ts';
import { arrivalOrder, isPageview } from '../sql/events.ts';
import { readRows } from '../../driver/read-rows.ts';
import { isMatchingEvent } from '../sql/sessions.ts';
import { rangeUpTo } from '../time/range.ts';
import { utc } from '../time/zone.ts';
import { count, fields } from './result-fields.ts';

const minutesDefault = 5;
const recentMax = 50;
const activePagesMax = 20;

const row = z.object({
  list: z.enum(['pages', 'countries', 'devices']),
  path: z.string(),
  country: z.string(),
  isMobile: z.int(),
  visitors: z.int(),
});

/** Reads the rows. The last line limits the pages only: every country is one row. */
const sql = (scope: Scope) => `
  SELECT multiIf(grouping(last_path) = 0, 'pages', grouping(last_country) = 0, 'countries', 'devices') AS list,
    last_path AS path, last_country AS country, last_is_mobile AS isMobile, count() AS visitors
  FROM (
    SELECT argMax(path, ${arrivalOrder}) AS last_path, argMax(country, ${arrivalOrder}) AS last_country,
      argMax(device IN ('mobile', 'tablet'), ${arrivalOrder}) AS last_is_mobile
    FROM events
    WHERE ${isMatchingEvent(scope, [scope.range])}
    GROUP BY visitor_id
  )
  GROUP BY GROUPING SETS ((last_path), (last_country), (last_is_mobile))
  HAVING list != 'pages' OR path != ''
  ORDER BY list, visitors DESC, path, country
  LIMIT ${activePagesMax} BY list, country`;

/** The visitors and pageviews of a minute; `minutesAgo` counts whole minutes from its end to the end of the range. */
const minuteRow = z.object({ minutesAgo: z.int(), visitors: z.int(), pageviews: z.int() });

const byMinuteSql = (scope: Scope) => `
  SELECT intDiv(${scope.range.endMs} - 1 - toUnixTimestamp64Milli(timestamp), ${minuteMs}) AS minutesAgo,
    uniqExact(visitor_id) AS visitors, countIf(${isPageview}) AS pageviews
  FROM events
  WHERE ${isMatchingEvent(scope, [scope.range])}
  GROUP BY minutesAgo`;

const recentRow = z.object({
  type: z.string(),
  path: z.string(),
  country: z.string(),
  device: z.string(),
  secondsAgo: z.int(),
});

const recentEvent = z
  .strictObject({
    type: fields.type,
    path: fields.path,
    country: fields.country,
    device: fields.device,
    secondsAgo: count.describe('Seconds since the event.'),
  })
  .meta({ id: 'RecentEvent' });

const recentSql = (scope: Scope) => `
  SELECT type, path, country, device,
    intDiv(${scope.range.endMs} - toUnixTimestamp64Milli(timestamp), 1000) AS secondsAgo
  FROM events
  WHERE ${isMatchingEvent(scope, [scope.range])}
  ORDER BY ${arrivalOrder} DESC
  LIMIT ${recentMax}`;

export const realtime = defineQuery({
  name: 'realtime',
  summary: 'Visitors of the last minutes, with the page, country and device each was last seen with.',
  params: z.object({ minutes: minutesParam, filter: filterParam }),
  result: z.strictObject({
    activeVisitors: fields.visitors,
    activePages: z
      .array(z.strictObject({ path: fields.path, visitors: fields.visitors }).meta({ id: 'ActivePage' }))
      .max(activePagesMax)
      .describe('Pages on which visitors were last seen, most visitors first.'),
    countries: z.array(fields.country).describe('Countries in which visitors were last seen, most visitors first.'),
    devices: z
      .strictObject({
        desktop: fields.visitors.describe('Visitors on a device that is neither a phone nor a tablet.'),
        mobile: fields.visitors.describe('Visitors on a phone or a tablet.'),
      })
      .meta({ id: 'ActiveDevices', description: 'Visitors by device type.' }),
    byMinute: z
      .array(
        z
          .strictObject({
            minutesAgo: count.describe('Whole minutes from the end of this one to the request; 0 for the current one.'),
            visitors: fields.visitors,
            pageviews: fields.pageviews,
          })
          .meta({ id: 'ActiveMinute' }),
      )
      .optional()
      .describe('Only with the parameter minutes: each minute, newest first.'),
    recent: z
      .array(recentEvent)
      .max(recentMax)
      .optional()
      .describe('Only with the parameter minutes: the last events, newest first.'),
  }),
  cacheTtlSeconds: 60,
  resolve: ({ minutes, filter = [] }, request) => ({
    minutes,
    range: rangeUpTo(request.nowMs, (minutes ?? minutesDefault) * minuteMs),
    zone: utc,
    filters: readFilters(filter, request),
    needs: 'events' as const,
  }),
  async run({ minutes }, { reader, scope }) {
    const params = boundBy(scope);
    const [rows, details] = await Promise.all([
      readRows(reader, row, { sql: sql(scope), params }),
      minutes === undefined ? {} : readDetails(reader, scope),
    ]);
    const using = (isMobile: number) =>
      rows.find((entry) => entry.list === 'devices' && entry.isMobile === isMobile)?.visitors ?? 0;
    const devices = { desktop: using(0), mobile: using(1) };
    return {
      // Every active visitor is on one device.
      activeVisitors: devices.desktop + devices.mobile,
      activePages: rows.filter((entry) => entry.list === 'pages').map(({ path, visitors }) => ({ path, visitors })),
      countries: rows.filter((entry) => entry.list === 'countries').map((entry) => entry.country),
      devices,
      ...details,
    };
  },
});

/** Reads the traffic in each minute of the range, and the last events. */
async function readDetails(reader: Pick<Reader, 'read'>, scope: Scope) {
  const { range } = scope;
  const params = boundBy(scope);
  const [minutes, recent] = await Promise.all([
    readRows(reader, minuteRow, { sql: byMinuteSql(scope), params }),
    readRows(reader, recentRow, { sql: recentSql(scope), params }),
  ]);
  const byMinute = Array.from({ length: (range.endMs - range.startMs) / minuteMs }, (_, ago) => {
    const { visitors = 0, pageviews = 0 } = minutes.find(({ minutesAgo }) => minutesAgo === ago) ?? {};
    return { minutesAgo: ago, visitors, pageviews };
  });
  return { byMinute, recent };
}
