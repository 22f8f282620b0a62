import { z } from 'zod';
import { daysParam, granularityParam, limitParam, rangeParams, searchParam } from './parameters.ts';

const params = z.object({
  ...rangeParams,
  limit: limitParam(20),
  days: daysParam,
  granularity: granularityParam,
  search: searchParam,
});

const read = (given: Record<string, unknown>) => params.parse(given);
const utc = (text: string) => Date.parse(text);

/** Returns the message that rejects a value; throws if the value is accepted. */
function refusal(given: Record<string, unknown>): string {
  const parsed = params.safeParse(given);
  if (parsed.success) throw new Error(`Read ${JSON.stringify(given)} as ${JSON.stringify(parsed.data)}`);
  return parsed.error.issues.map((issue) => issue.message).join('; ');
}

/** Returns a value as an error message shows it. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (!Array.isArray(value)) return 'an object with 1 field';
  return value.length === 1 ? 'a list of 1' : 'several values';
}

describe('start and end', () => {
  it('read a date as its midnight, and as an end with its whole day', () => {
    expect(read({ start: '2026-03-01', end: '2026-03-01' })).toEqual({
      start: { epochMs: utc('2026-03-01T00:00:00Z'), text: '2026-03-01', isLocal: true },
      end: { epochMs: utc('2026-03-02T00:00:00Z'), text: '2026-03-01', isLocal: true },
    });
  });

  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.250Z', '2026-03-01T10:00:00.250Z'],
    ['2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
    // A + that was not escaped arrives as a space.
    ['2026-03-01T10:00:00 05:45', '2026-03-01T04:15:00.000Z'],
    ['2026-03-01T10:00:00-03:30', '2026-03-01T13:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('read the timestamp %s as %s, local if it has no offset', (text, expected) => {
    const moment = { epochMs: utc(expected), text, isLocal: /T\d\d:\d\d(:\d\d)?$/.test(text) };
    expect(read({ start: text, end: text })).toEqual({ start: moment, end: moment });
  });

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2025-02-29',
    '2026-13-01',
    'now()',
    '',
    ' ',
    '2026-03-01 10:00:00',
    '2026-03-01 10:00',
    '2026-03-01T10:00:00+99:00',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:00:60Z',
    '10000-01-01',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01',
    '1772323200',
    '2026-03-01T10:00:00 99:00',
    "2026-03-01' OR 1=1",
    '2026-03-01\n',
    ['2026-03-01', '2026-03-02'],
    ['2026-03-01'],
    { gte: '2026-03-01' },
  ])('F4 reject %j, each by its name', (value) => {
    const got = shown(value);
    const rule = 'must be a date (2026-03-01) or a timestamp (2026-03-01T10:00:00Z, or with an offset)';
    expect(refusal({ start: value })).toBe(`start ${rule}, got ${got}`);
    expect(refusal({ end: value })).toBe(`end ${rule}, got ${got}`);
  });
});

describe('timezone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/BERLIN', 'Europe/Berlin'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ...['CET', 'EET', 'EST', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'WET'].map((name) => [name.toLowerCase(), name]),
    ['Etc/UTC', 'UTC'],
    ...['gmt', 'GMT0', 'GMT+0', 'Etc/GMT-0', 'Greenwich', 'UCT', 'Universal', 'Zulu'].map((name) => [name, 'UTC']),
  ])('reads %s as one of the names of %s', (timezone, same) => {
    expect(read({ timezone })).toEqual(read({ timezone: same }));
  });

  it.each([
    '',
    ' ',
    '+02:00',
    '-0500',
    'UTC+2',
    'CST',
    'GMT+5',
    'Europe',
    'Europe/Berlin ',
    'Europe/Berlin; DROP',
    "Europe/Berlin' OR 1=1",
    'Europe/Berlín',
    'Mars/Olympus',
    'Europe/Berlin\0',
    'A'.repeat(10_000),
    ['Europe/Berlin', 'UTC'],
  ])('F4 rejects %j', (timezone) => {
    expect(refusal({ timezone })).toMatch(
      /^timezone must be the name of a time zone in the IANA database, such as Europe\/Berlin, got (".*"|".*" \(10000 characters\)|several values)$/,
    );
  });
});

describe('limit and days', () => {
  it('accept whole numbers, including the bounds', () => {
    expect(read({ limit: '1', days: '1' })).toEqual({ limit: 1, days: 1 });
    expect(read({ limit: '1000', days: '365' })).toEqual({ limit: 1000, days: 365 });
  });

  it.each([
    '0',
    '-1',
    '1001',
    '1e9',
    '1000000000',
    '10abc',
    '10.5',
    '',
    ' 10',
    '010',
    '+10',
    '0x10',
    'NaN',
    '१०',
    ['10', '20'],
    ['10'],
  ])('F6 reject %j, each by its name', (value) => {
    const got = shown(value);
    expect(refusal({ limit: value })).toBe(`limit must be an integer from 1 to 1000, got ${got}`);
    expect(refusal({ days: value })).toBe(`days must be an integer from 1 to 365, got ${got}`);
  });

  it('F6 reject more days than a year', () => {
    expect(refusal({ days: '366' })).toBe('days must be an integer from 1 to 365, got "366"');
  });
});

describe('search', () => {
  it('accepts 1 to 200 characters', () => {
    expect(read({ search: 'x'.repeat(200) })).toEqual({ search: 'x'.repeat(200) });
    expect(refusal({ search: '' })).toBe('search must be a text of 1 to 200 characters, got ""');
    expect(refusal({ search: 'x'.repeat(201) })).toMatch(
      /^search must be a text of 1 to 200 characters, got "x+…" \(201 /,
    );
  });
});

describe('granularity', () => {
  it.each(['hour', 'day', 'week', 'month'])('reads %s', (granularity) => {
    expect(read({ granularity })).toEqual({ granularity });
  });

  it.each(["hour' OR 1=1", 'HOUR', 'year', '', 'day ', 'toString', ['hour', 'day'], ['hour']])(
    'F7 rejects %j',
    (value) => {
      expect(refusal({ granularity: value })).toMatch(
        /^granularity must be one of hour, day, week, month, got (".*"|a list of 1|several values)$/,
      );
    },
  );
});

describe('parameters', () => {
  it('A13 are rejected with an excerpt of the received value, in which special characters are escaped', () => {
    const refused = refusal({ limit: `\u202e${'9'.repeat(300)}` });
    const got = `"\\u202e${'9'.repeat(39)}…" (301 characters)`;
    expect(refused).toBe(`limit must be an integer from 1 to 1000, got ${got}`);
  });

  it('are undefined if omitted, so that requests with defaults can share a result', () => {
    expect(read({})).toEqual({});
  });

  it('are ignored if unknown, whatever their names', () => {
    expect(read(JSON.parse('{"__proto__": "x", "constructor": ["y"], "limits": "1"}'))).toEqual({});
  });
});
