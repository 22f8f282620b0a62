/** Realtime: who was active in the last five minutes, each visitor once, where they were last seen. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { arrivalOrder, inRange } from '../sql/events.ts';
import { type Range, rangeBefore } from '../sql/range.ts';
import { integer, readRows } from '../sql/read-rows.ts';
import { count } from './result-fields.ts';

const windowMs = 5 * 60_000;
const activePagesMax = 20;

const row = z.object({
  list: z.enum(['pages', 'countries', 'devices']),
  path: z.string(),
  country: z.string(),
  isMobile: integer,
  visitors: integer,
});

/** The last line limits the pages: every country is one row, and a page has none. */
const sql = (range: Range) => `
  SELECT multiIf(grouping(last_path) = 0, 'pages', grouping(last_country) = 0, 'countries', 'devices') AS list,
    last_path AS path, last_country AS country, last_is_mobile AS isMobile, count() AS visitors
  FROM (
    SELECT argMax(path, ${arrivalOrder}) AS last_path, argMax(country, ${arrivalOrder}) AS last_country,
      argMax(device IN ('mobile', 'tablet'), ${arrivalOrder}) AS last_is_mobile
    FROM events
    WHERE ${inRange(range)}
    GROUP BY visitor_id
  )
  GROUP BY GROUPING SETS ((last_path), (last_country), (last_is_mobile))
  HAVING list != 'pages' OR path != ''
  ORDER BY list, visitors DESC, path, country
  LIMIT ${activePagesMax} BY list, country`;

export const realtime = defineQuery({
  name: 'realtime',
  summary: 'Visitors of the last five minutes, with the page, country and device each was last seen with.',
  params: z.object({}),
  result: z.strictObject({
    activeVisitors: count,
    activePages: z.array(z.strictObject({ path: z.string(), visitors: count })).max(activePagesMax),
    countries: z.array(z.string().length(2)),
    devices: z.strictObject({ desktop: count, mobile: count }),
  }),
  cacheTtlSeconds: 60,
  source: 'events',
  resolve: (_params, nowMs) => rangeBefore(nowMs, windowMs),
  async run(range, { reader, workspaceId }) {
    const rows = await readRows(reader, row, { sql: sql(range), params: { workspaceId } });
    const using = (isMobile: number) =>
      rows.find((entry) => entry.list === 'devices' && entry.isMobile === isMobile)?.visitors ?? 0;
    const devices = { desktop: using(0), mobile: using(1) };
    return {
      // Every active visitor is on one device.
      activeVisitors: devices.desktop + devices.mobile,
      activePages: rows.filter((entry) => entry.list === 'pages').map(({ path, visitors }) => ({ path, visitors })),
      countries: rows.filter((entry) => entry.list === 'countries').map((entry) => entry.country),
      devices,
    };
  },
});
