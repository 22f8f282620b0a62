/** The API's description says what the registry says, and the copy in the repository says the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queries } from '@footfall/warehouse';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  components: z.object({
    headers: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.object({ headers: z.record(z.string(), z.unknown()) })),
  }),
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        parameters: z
          .array(z.object({ name: z.string(), in: z.literal('query'), required: z.literal(false) }))
          .default([]),
        responses: z.record(z.string(), z.unknown()),
      }),
    }),
  ),
});
const document = documentSchema.parse(openApiDocument(queries));

it.each(queries.map((query) => ({ name: query.name, query })))(
  'describes $name with its parameters and statuses',
  ({ name, query }) => {
    const operation = document.paths[`/api/v1/analytics/${name}`]?.get;
    expect(operation?.parameters.map((parameter) => parameter.name)).toEqual(Object.keys(query.params.shape));
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '404',
      '405',
      '429',
      '500',
      '503',
    ]);
  },
);

it.each([
  ['BAD_REQUEST', []],
  ['UNAUTHORIZED', ['WWW-Authenticate']],
  ['METHOD_NOT_ALLOWED', ['Allow']],
  ['RATE_LIMIT', ['Retry-After']],
  ['UNAVAILABLE', ['Retry-After']],
])('describes the headers of %s', (code, own) => {
  const { headers, responses } = document.components;
  const everywhere = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'];
  expect(Object.keys(responses[code]?.headers ?? {})).toEqual([...everywhere, ...own]);
  expect(Object.keys(headers)).toEqual(expect.arrayContaining([...everywhere, ...own]));
});

it('describes nothing else', () => {
  expect(Object.keys(document.paths)).toHaveLength(queries.length);
});

it('is written to docs/openapi.json as it is now: run `pnpm --filter @footfall/query openapi` when this fails', () => {
  const written = readFileSync(join(__dirname, '../../../../docs/openapi.json'), 'utf8');
  expect(written).toBe(`${JSON.stringify(openApiDocument(queries), null, 2)}\n`);
});
