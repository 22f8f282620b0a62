/** Properties: the names of the properties of a type of events, or the values of one of them. */
import { z } from 'zod';
import { limitParam, propertyParam, typeParam } from '../parameters/parameters.ts';
import { commonParams, resolveParams } from '../parameters/resolved-params.ts';
import { defineQuery } from '../query.ts';
import { boundBy } from '../scope.ts';
import { binder } from '../sql/binder.ts';
import { eventText } from '../sql/conditions.ts';
import { propNames, propText } from '../sql/props.ts';
import { readRows } from '../../driver/read-rows.ts';
import { isMatchingEvent } from '../sql/sessions.ts';
import { count, fields } from './result-fields.ts';

const limitDefault = 100;

const row = z.object({ text: z.string(), n: z.int(), visitors: z.int() });

export const properties = defineQuery({
  name: 'properties',
  summary: 'The names of the properties that events of a type carry, or the values of one of them.',
  params: z.object({ ...commonParams, type: typeParam, name: propertyParam, limit: limitParam(limitDefault) }),
  result: z.strictObject({
    data: z
      .array(
        z
          .strictObject({
            name: z.string().optional().describe('Name of the property; only without the parameter name.'),
            value: z.string().optional().describe('Value of the property as text; only with the parameter name.'),
            events: count.describe('Events that contain it.'),
            visitors: fields.visitors,
          })
          .meta({ id: 'PropertyEntry' }),
      )
      .describe('Names or values, most events first.'),
  }),
  cacheTtlSeconds: 300,
  resolve: ({ type, name, limit = limitDefault, ...params }, request) => ({
    ...resolveParams(params, request),
    needs: 'visits' as const,
    type,
    name,
    limit,
  }),
  async run({ type, name, limit }, { scope, reader }) {
    const { bind, params } = binder('property');
    const isOfType = `${eventText('type')} = ${bind(type)}`;
    // An empty value counts as not set.
    const texts = name === undefined ? propNames : `arrayFilter(text -> text != '', [${propText(name, bind)}])`;
    const sql = `
  SELECT text, count() AS n, uniqExact(visitor_id) AS visitors
  FROM events
  ARRAY JOIN ${texts} AS text
  WHERE ${isMatchingEvent(scope, [scope.range])} AND ${isOfType}
  GROUP BY text
  ORDER BY n DESC, text
  LIMIT {limit:UInt32}`;
    const rows = await readRows(reader, row, { sql, params: { ...boundBy(scope), ...params, limit } });
    return {
      data: rows.map((found) => ({
        [name === undefined ? 'name' : 'value']: found.text,
        events: found.n,
        visitors: found.visitors,
      })),
    };
  },
});
