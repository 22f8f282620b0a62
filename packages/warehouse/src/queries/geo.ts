/** Geography: countries and cities that sessions came from. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { integer } from '../sql/read-rows.ts';
import { occurrences } from '../sql/rollups.ts';
import { attribute, sessions, sessionVisitor, visitorsOfSessions } from '../sql/sessions.ts';
import { listParams, readList, resolveList } from './list-params.ts';
import { count } from './result-fields.ts';

const row = z.object({
  list: z.enum(['countries', 'cities']),
  city: z.string(),
  country: z.string(),
  visitors: integer,
});

const question = {
  row,
  events: `
    SELECT if(grouping(first_city) = 0, 'cities', 'countries') AS list,
      first_city AS city, first_country AS country, ${visitorsOfSessions}
    FROM (${sessions([attribute('country'), attribute('city'), sessionVisitor])})
    GROUP BY GROUPING SETS ((first_country), (first_city, first_country))
    HAVING list = 'countries' OR city != ''
    ORDER BY list, visitors DESC, city, country
    LIMIT {limit:UInt32} BY list`,
  rollups: `
    SELECT if(dimension = 'city', 'cities', 'countries') AS list,
      if(dimension = 'city', JSONExtract(value, 'Array(String)'), ['', value]) AS place,
      place[1] AS city, place[2] AS country, subjects AS visitors
    FROM (${occurrences('country', 'city')})
    ORDER BY list, visitors DESC, city, country
    LIMIT {limit:UInt32} BY list`,
};

/** ISO 3166-1 alpha-2; `ZZ` when unknown. */
const country = z.string().length(2);

export const geo = defineQuery({
  name: 'geo',
  summary: 'Countries and cities, by visitors.',
  params: z.object(listParams),
  result: z.strictObject({
    countries: z.array(z.strictObject({ country, visitors: count })),
    cities: z.array(z.strictObject({ city: z.string(), country, visitors: count })),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run(asked, context) {
    const rows = await readList(question, asked, context);
    return {
      countries: rows
        .filter((entry) => entry.list === 'countries')
        .map((entry) => ({ country: entry.country, visitors: entry.visitors })),
      cities: rows
        .filter((entry) => entry.list === 'cities')
        .map((entry) => ({ city: entry.city, country: entry.country, visitors: entry.visitors })),
    };
  },
});
