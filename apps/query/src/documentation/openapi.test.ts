/** The OpenAPI document matches the registry, and the copy in the repository is up to date. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { queries, resultLists } from '@footfall/warehouse';
import { z } from 'zod';
import { serverLimits } from '@footfall/http';
import { routes } from '../admin/access.ts';
import { nameOf } from '../admin/route.ts';
import { acceptedValues } from '../parameter-values.fixture.ts';
import { documentation } from './documentation.ts';
import { openApiDocument } from './openapi.ts';

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  components: z.object({
    headers: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.looseObject({ headers: z.record(z.string(), z.unknown()) })),
  }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), description: z.string() })).default([]),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});
const written = openApiDocument(queries, 'http://127.0.0.1:4001');
const document = documentSchema.parse(written);

it.each(queries.map((query) => ({ name: query.name, query })))(
  'describes $name with its parameters and statuses',
  ({ name, query }) => {
    const operation = document.paths[`/api/v1/analytics/${name}`]?.['get'];
    const names = [...Object.keys(query.params.shape), 'format', 'part'];
    expect(operation?.parameters.map((parameter) => parameter.name)).toEqual(names);
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '404',
      '405',
      '429',
      '431',
      '500',
      '503',
    ]);
  },
);

it('describes every response with a list also as CSV, and names the lists', () => {
  for (const { name, result } of queries) {
    const { parameters, responses } = document.paths[`/api/v1/analytics/${name}`]?.['get'] ?? {};
    const part = parameters?.find((parameter) => parameter.name === 'part');
    expect(part).toMatchObject({ schema: { enum: resultLists(result).map((list) => list.name) } });
    expect(Object.keys(Object(responses?.['200']).content)).toEqual(['application/json', 'text/csv']);
  }
});

it('describes X-Compared-Period only where a response can compare', () => {
  const comparing = queries.filter(({ name }) => {
    const { responses } = document.paths[`/api/v1/analytics/${name}`]?.['get'] ?? {};
    return ['200', '304'].every((status) => 'X-Compared-Period' in Object(responses?.[status]).headers);
  });
  expect(comparing.map(({ name }) => name)).toEqual(['overview', 'breakdown', 'series', 'goals']);
});

it('A26 has a type for every form of a point in time, so that generated clients have one', () => {
  const operation = document.paths['/api/v1/analytics/overview']?.['get'];
  for (const name of ['start', 'end']) {
    const { anyOf } = Object(operation?.parameters.find((parameter) => parameter.name === name)?.['schema']);
    expect(anyOf).toHaveLength(3);
    for (const form of anyOf) expect(form).toMatchObject({ type: 'string' });
    const local = new RegExp(anyOf[2].pattern);
    for (const text of acceptedValues(name).filter((one) => one.includes('T'))) expect(text).toMatch(local);
    expect('2026-03-01').not.toMatch(local);
  }
});

it('describes the refusal of a URL that is too long, which has no rate limit', () => {
  const { description, headers } = Object(document.components.responses['HEADERS_TOO_LARGE']);
  expect({ description, headers: Object.keys(headers) }).toEqual({
    description: expect.stringContaining(`more than ${serverLimits.headerBytesMax / 1024} KiB`),
    headers: ['X-Request-Id'],
  });
});

it.each([
  ['BAD_REQUEST', ['X-Ignored-Parameters']],
  ['UNAUTHORIZED', ['WWW-Authenticate']],
  ['METHOD_NOT_ALLOWED', ['Allow']],
  ['RATE_LIMIT', ['Retry-After']],
  ['UNAVAILABLE', ['X-Ignored-Parameters', 'Retry-After']],
])('describes the headers of %s', (code, own) => {
  const { headers, responses } = document.components;
  const everywhere = [
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
    'Cache-Control',
  ];
  expect(Object.keys(responses[code]?.headers ?? {})).toEqual([...everywhere, ...own]);
  expect(Object.keys(headers)).toEqual(expect.arrayContaining([...everywhere, ...own]));
});

it('A26 describes both ways to send events, and every route of the admin API', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const analytics = queries.map(({ name }) => `GET /api/v1/analytics/${name}`);
  const administration = routes.map(([route]) =>
    nameOf(route)
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace(' ', ' /admin/v1'),
  );
  const ingestion = ['POST /api/v1/events', 'GET /api/v1/page.gif'];
  expect(described.toSorted()).toEqual([...analytics, ...administration, ...ingestion].toSorted());
});

/** Iterates over the objects in the document, each with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, { ...value }];
  for (const [name, part] of Object.entries(value)) yield* objectsIn(part, `${path}/${name}`);
}

it('A26 has a description for every field of every body', () => {
  const bare = [...objectsIn(written)].flatMap(([path, { properties }]) =>
    Object.entries(Object(properties))
      .filter(([, field]) => typeof Object(field).description !== 'string' && Object(field).$ref === undefined)
      .map(([name]) => `${path}/${name}`),
  );
  expect(bare).toEqual([]);
});

it('A26 has a name for every response and every body, so that generated clients have types', () => {
  const unnamed = [...objectsIn(written)].flatMap(([path, { schema }]) =>
    path.endsWith('/application~1json') || path.endsWith('/application/json')
      ? Object.keys(Object(schema)).join() === '$ref'
        ? []
        : [path]
      : [],
  );
  expect(unnamed).toEqual([]);
});

it('A26 limits no boolean to one value: generators turn such a field into a text, and their clients refuse every response', () => {
  const limited = [...objectsIn(written)].filter(([, schema]) =>
    [schema['enum'], schema['const']].flat().some((value) => typeof value === 'boolean'),
  );
  expect(limited.map(([path]) => path)).toEqual([]);
});

it('A26 describes every text that must not be empty', () => {
  const wrong = queries.flatMap(({ name, params }) =>
    (document.paths[`/api/v1/analytics/${name}`]?.['get']?.parameters ?? []).flatMap(({ name: parameter, schema }) => {
      const { type, minLength, pattern, enum: choices, anyOf } = Object(schema);
      const isLimited = minLength === 1 || [pattern, choices, anyOf].some((limit) => limit !== undefined);
      const accepts = (text: string) =>
        !params.safeParse({ [parameter]: text }).error?.issues.some(({ path }) => path[0] === parameter);
      return type === 'string' && !isLimited && !accepts('') ? [`${name} ${parameter}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

it.each(['filter', 'step'])('A26 describes the form of a %s', (name) => {
  const query = name === 'step' ? 'funnel' : 'overview';
  const { parameters } = document.paths[`/api/v1/analytics/${query}`]?.['get'] ?? {};
  const { items } = Object(parameters?.find((parameter) => parameter.name === name)?.['schema']);
  const form = new RegExp(items.pattern ?? (items.minLength === 1 ? '.' : ''));
  expect(acceptedValues(name).filter((text) => !form.test(text))).toEqual([]);
  expect('').not.toMatch(form);
});

it('A26 has no example or default with a date, which "Try it out" would keep sending', () => {
  const dated = [...objectsIn(written)].filter(([, { example, examples, default: preset }]) =>
    /\b20\d\d-/.test(JSON.stringify([example, examples, preset])),
  );
  expect(dated.map(([path]) => path)).toEqual([]);
});

it('A26 is valid OpenAPI 3.1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-openapi-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(written));
  const program = join(
    require.resolve('@seriousme/openapi-schema-validator/package.json'),
    '../bin/validate-api-cli.js',
  );
  const validated = promisify(execFile)(process.execPath, [program, file]);
  await expect(validated).resolves.toMatchObject({ stdout: expect.stringContaining('"valid": true') });
  rmSync(folder, { recursive: true });
});

it('A26 lets "Try it out" call only the ingest server', () => {
  const page = documentation(queries, 'https://in.example.com/base').find(({ path }) => path === '/docs');
  expect(page?.headers?.['Content-Security-Policy']).toContain("connect-src 'self' https://in.example.com;");
});

it('is written to docs/openapi.json as it is now: run `pnpm --filter @footfall/query openapi` when this fails', () => {
  const kept = readFileSync(join(__dirname, '../../../../docs/openapi.json'), 'utf8');
  expect(kept).toBe(`${JSON.stringify(written, null, 2)}\n`);
});
