/** Geography: countries and cities that sessions came from. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { listParams, readLists, resolveList, textsOf } from './list-params.ts';
import { count } from './result-fields.ts';

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
    const [countries, cities] = await readLists(asked, context, 'country', 'city');
    return {
      countries: countries.map(({ value, uniques }) => ({ country: value, visitors: uniques })),
      cities: cities.map((entry) => {
        const [city = '', countryOfCity = ''] = textsOf(entry);
        return { city, country: countryOfCity, visitors: entry.uniques };
      }),
    };
  },
});
