/** The check of enriched events: the allowed values of each kind of field, and the descriptions of problems. */
import { findEventProblem } from './enriched-event-check.ts';
import { enrichedEvent } from './enriched-event.fixture.ts';
import { blankEvent, fieldNames } from './enriched-event.ts';

const event = enrichedEvent({
  type: '$pageleave',
  scrollDepth: 10_000,
  continued: true,
  props: { plan: 'pro', seats: 5, trial: false },
});
const half = '\ud800';
const anyText = { allowed: ['', 'x', '0', 'Grüße\0\u2028'], rejected: [half, `x${half}`] };
const measured = (max: number) => ({
  allowed: [null, 0, -0, 1, max],
  rejected: [-1, 0.5, max + 1, Number.NaN, Number.POSITIVE_INFINITY, '1'],
});

const problemOf = (fields: Readonly<Record<string, unknown>>) =>
  findEventProblem(fieldNames.map((name) => fields[name]));

describe('findEventProblem', () => {
  it('accepts an event from ingest', () => {
    expect(problemOf(event)).toBeUndefined();
  });

  it.each(fieldNames)('rejects undefined, a list and an object of the wrong form as %s', (name) => {
    for (const value of [undefined, [], [1], { a: null }, { a: {} }]) {
      expect(problemOf({ ...event, [name]: value })).toContain(`${name} must be`);
    }
  });

  it.each([
    {
      name: 'id',
      allowed: [event.id, event.id.toUpperCase()],
      rejected: ['', ` ${event.id}`, `${event.id}\n`, event.id.slice(1), event.id.replaceAll('-', ''), 1],
    },
    { name: 'workspaceId', allowed: ['x'], rejected: ['', half, 1] },
    { name: 'type', allowed: ['x'], rejected: ['', half, null] },
    { name: 'timestamp', allowed: [0, 10_413_791_999_999], rejected: [-1, 0.5, 10_413_792_000_000, 1e16, '0', null] },
    { name: 'timestampSource', allowed: ['client', 'corrected', 'received'], rejected: ['', 'Client', 0, null] },
    { name: 'requestIndex', allowed: [0, 65_535], rejected: [-1, 0.5, 65_536, '0', null] },
    { name: 'visitorId', allowed: ['0123456789abcdef'], rejected: ['', '0123456789ABCDEF', '0'.repeat(17), 0] },
    { name: 'derived', allowed: [true, false], rejected: [0, 'true', null] },
    { name: 'path', allowed: anyText.allowed, rejected: [...anyText.rejected, 0, null] },
    { name: 'device', allowed: ['tv', 'other'], rejected: ['', 'TV', 'toString', null] },
    { name: 'country', allowed: ['ZZ'], rejected: ['', 'Z', 'ZZZ', half, `Z${half}`, 12] },
    { name: 'scrollDepth', ...measured(10_000) },
    { name: 'engagedMs', ...measured(86_400_000) },
  ])('accepts and rejects values of $name', ({ name, allowed, rejected }) => {
    const accepts = (value: unknown) => problemOf({ ...event, [name]: value }) === undefined;
    expect(allowed.filter((value) => !accepts(value))).toEqual([]);
    expect(rejected.filter(accepts)).toEqual([]);
  });

  it('accepts props only within their limits', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, index]));
    const accepts = (props: unknown) => problemOf({ ...event, props }) === undefined;
    const good = [{}, keys(50), { ['k'.repeat(128)]: 'v'.repeat(1024) }, JSON.parse('{"__proto__":"p"}') as unknown];
    const bad = [null, 'x', keys(51), { ['k'.repeat(129)]: 1 }, { a: 'v'.repeat(1025) }, { a: half }, { [half]: 1 }];
    expect(good.filter((props) => !accepts(props))).toEqual([]);
    expect([...bad, { a: Number.POSITIVE_INFINITY }, { a: undefined }].filter(accepts)).toEqual([]);
  });

  it.each([
    [{}, 'id must be a UUID, got nothing'],
    [{ ...event, device: 5 }, 'device must be one of desktop, mobile, tablet, tv, console, wearable, other, got 5'],
    [{ ...event, country: 'Narnia' }, 'country must be a well-formed string of 2 characters, got a string of length 6'],
    [{ ...event, sessionId: null }, 'sessionId must be 16 hex digits in lower case, got null'],
    [blankEvent(), 'id must be a UUID, got a string of length 0'],
  ])('names the field, what is allowed and what was received, case %#', (value, problem) => {
    expect(problemOf(value)).toContain(problem);
  });

  it('reveals no texts, which visitors may have typed', () => {
    expect(problemOf({ ...event, title: `secret${half}` })).not.toContain('secret');
  });
});

describe('blankEvent', () => {
  it('has every field, and a new object of props', () => {
    const blank = blankEvent();
    expect(Object.keys(blank)).toEqual(fieldNames);
    blank.props['plan'] = 'pro';
    expect(blankEvent().props).toEqual({});
  });

  it('is not an event until a step has filled in the visitor, the session and the country', () => {
    const { id, workspaceId, type, visitorId, sessionId, country } = event;
    const filled = { id, workspaceId, type, visitorId, sessionId, country };
    expect(problemOf({ ...blankEvent(), ...filled })).toBeUndefined();
    for (const name of Object.keys(filled)) {
      expect(problemOf({ ...blankEvent(), ...filled, [name]: '' })).toContain(`${name} must be`);
    }
  });
});
