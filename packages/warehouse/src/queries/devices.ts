/** Devices: browsers, kinds of device and operating systems that sessions used. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { integer } from '../sql/read-rows.ts';
import { occurrences } from '../sql/rollups.ts';
import { attribute, sessions, sessionVisitor, visitorsOfSessions } from '../sql/sessions.ts';
import { listParams, readList, resolveList } from './list-params.ts';
import { count } from './result-fields.ts';

const row = z.object({
  list: z.enum(['browsers', 'devices', 'operatingSystems']),
  name: z.string(),
  visitors: integer,
});

const question = {
  row,
  events: `
    SELECT
      multiIf(grouping(first_browser) = 0, 'browsers', grouping(first_device) = 0, 'devices', 'operatingSystems') AS list,
      concat(first_browser, first_device, first_os) AS name, ${visitorsOfSessions}
    FROM (${sessions([...['browser', 'device', 'os'].map(attribute), sessionVisitor])})
    GROUP BY GROUPING SETS ((first_browser), (first_device), (first_os))
    ORDER BY list, visitors DESC, name
    LIMIT {limit:UInt32} BY list`,
  rollups: `
    SELECT transform(dimension, ['browser', 'device', 'os'], ['browsers', 'devices', 'operatingSystems']) AS list,
      value AS name, subjects AS visitors
    FROM (${occurrences('browser', 'device', 'os')})
    ORDER BY list, visitors DESC, name
    LIMIT {limit:UInt32} BY list`,
};

export const devices = defineQuery({
  name: 'devices',
  summary: 'Browsers, kinds of device and operating systems, by visitors.',
  params: z.object(listParams),
  result: z.strictObject({
    browsers: z.array(z.strictObject({ browser: z.string(), count })),
    devices: z.array(z.strictObject({ device: z.string(), count })),
    operatingSystems: z.array(z.strictObject({ os: z.string(), count })),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run(asked, context) {
    const rows = await readList(question, asked, context);
    const of = (list: z.output<typeof row>['list']) => rows.filter((entry) => entry.list === list);
    return {
      browsers: of('browsers').map((entry) => ({ browser: entry.name, count: entry.visitors })),
      devices: of('devices').map((entry) => ({ device: entry.name, count: entry.visitors })),
      operatingSystems: of('operatingSystems').map((entry) => ({ os: entry.name, count: entry.visitors })),
    };
  },
});
