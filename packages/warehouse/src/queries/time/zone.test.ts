import { hasWholeHours, instantAt, localAt, utc, zoneOf } from './zone.ts';

const ms = (text: string) => Date.parse(text);
const iso = (epochMs: number) => new Date(epochMs).toISOString();
/** The local time, as a clock there shows it. */
const clock = (zone: string, instant: string) => iso(localAt(ms(instant), zoneOf(zone))).slice(0, 16);
const instant = (zone: string, local: string) => iso(instantAt(ms(`${local}Z`), zoneOf(zone)));

it.each([
  ['UTC', '2026-03-29T01:00Z', '2026-03-29T01:00'],
  ['Europe/Berlin', '2026-03-29T00:59Z', '2026-03-29T01:59'],
  ['Europe/Berlin', '2026-03-29T01:00Z', '2026-03-29T03:00'],
  ['Europe/Berlin', '2026-10-25T00:59Z', '2026-10-25T02:59'],
  ['Europe/Berlin', '2026-10-25T01:00Z', '2026-10-25T02:00'],
  ['America/New_York', '2026-03-08T06:59Z', '2026-03-08T01:59'],
  ['America/New_York', '2026-03-08T07:00Z', '2026-03-08T03:00'],
  ['Australia/Lord_Howe', '2026-04-04T14:59Z', '2026-04-05T01:59'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z', '2026-04-05T01:30'],
  ['Asia/Kathmandu', '2026-01-01T00:00Z', '2026-01-01T05:45'],
  ['Pacific/Apia', '2011-12-30T09:59Z', '2011-12-29T23:59'],
  ['Pacific/Apia', '2011-12-30T10:00Z', '2011-12-31T00:00'],
])('shows on a clock in %s at %s %s', (zone, at, shown) => {
  expect(clock(zone, at)).toBe(shown);
});

it.each([
  ['UTC', '2026-03-29T02:30', '2026-03-29T02:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T01:59:59.999', '2026-03-29T00:59:59.999Z'],
  // Clocks skip from two to three.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  // They show from two to three twice.
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-03T15:30:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z'],
  // More than half a day ahead of UTC: from two to three twice, and not at all.
  ['Pacific/Auckland', '2026-04-05T02:30', '2026-04-04T13:30:00.000Z'],
  ['Pacific/Auckland', '2026-09-27T02:30', '2026-09-26T14:00:00.000Z'],
  // An offset with seconds.
  ['Africa/Monrovia', '1970-01-01T00:00', '1970-01-01T00:44:30.000Z'],
])('finds the instant at which a clock in %s shows %s', (zone, local, found) => {
  expect(instant(zone, local)).toBe(found);
});

it('finds every clock change of five years, also those a week apart', () => {
  const offsets = zoneOf('America/Recife').offsetsIn({ startMs: ms('2000-01-01'), endMs: ms('2005-01-01') });
  expect(offsets.slice(1).map(({ fromMs, offsetMs }) => [iso(fromMs), offsetMs / 3_600_000])).toEqual([
    ['2000-02-27T02:00:00.000Z', -3],
    ['2000-10-08T03:00:00.000Z', -2],
    ['2000-10-15T02:00:00.000Z', -3],
    ['2001-10-14T03:00:00.000Z', -2],
    ['2002-02-17T02:00:00.000Z', -3],
  ]);
});

it.each([
  ['UTC', '2026-01-01', '2027-01-01', true],
  ['Europe/Berlin', '2026-01-01', '2027-01-01', true],
  ['Asia/Kathmandu', '2026-01-01', '2027-01-01', false],
  ['Australia/Lord_Howe', '2026-01-01', '2026-02-01', true],
  ['Australia/Lord_Howe', '2026-01-01', '2026-05-01', false],
  // Clocks changed a minute past midnight.
  ['America/Goose_Bay', '2010-10-01', '2010-12-01', false],
  ['America/Goose_Bay', '2010-12-01', '2011-01-01', true],
])('knows whether the hours of %s are those of UTC from %s to %s', (zone, start, end, isWhole) => {
  expect(hasWholeHours(zoneOf(zone), { startMs: ms(start), endMs: ms(end) })).toBe(isWhole);
});

it('has one zone for UTC', () => {
  expect(zoneOf('UTC')).toBe(utc);
});
