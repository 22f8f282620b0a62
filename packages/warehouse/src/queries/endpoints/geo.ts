/** Geography: countries and cities that sessions came from. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { textsOfRow } from '../sql/breakdown.ts';
import { listParams, resolveList } from './list-params.ts';
import { fields } from './result-fields.ts';

export const geo = defineQuery({
  name: 'geo',
  summary: 'Countries and cities, by visitors.',
  params: z.object(listParams),
  result: z.strictObject({
    countries: z
      .array(z.strictObject({ country: fields.country, visitors: fields.visitors }).meta({ id: 'CountryEntry' }))
      .describe('Countries, most visitors first.'),
    cities: z
      .array(
        z
          .strictObject({ city: fields.city, country: fields.country, visitors: fields.visitors })
          .meta({ id: 'CityEntry' }),
      )
      .describe('Cities, most visitors first; sessions whose city is unknown are left out.'),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run({ limit }, { scope, figures }) {
    const [countries, cities] = await Promise.all([
      figures.list(scope, 'country', limit),
      figures.list(scope, 'city', limit),
    ]);
    return {
      countries: countries.map(({ value, uniques }) => ({ country: value, visitors: uniques })),
      cities: cities.map((entry) => {
        const [city = '', countryOfCity = ''] = textsOfRow(entry);
        return { city, country: countryOfCity, visitors: entry.uniques };
      }),
    };
  },
});
