/** The check of enriched events: what each kind of field allows, and how a problem is described. */
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
const anyText = { takes: ['', 'x', '0', 'Grüße\0\u2028'], refuses: [half, `x${half}`] };
const measured = (max: number) => ({
  takes: [null, 0, -0, 1, max],
  refuses: [-1, 0.5, max + 1, Number.NaN, Number.POSITIVE_INFINITY, '1'],
});

const problemOf = (fields: Readonly<Record<string, unknown>>) =>
  findEventProblem(fieldNames.map((name) => fields[name]));

describe('findEventProblem', () => {
  it('accepts an event as ingest writes it', () => {
    expect(problemOf(event)).toBeUndefined();
  });

  it.each(fieldNames)('refuses undefined, a list and an object of the wrong form as %s', (name) => {
    for (const value of [undefined, [], [1], { a: null }, { a: {} }]) {
      expect(problemOf({ ...event, [name]: value })).toContain(`${name} must be`);
    }
  });

  it.each([
    {
      name: 'id',
      takes: [event.id, event.id.toUpperCase()],
      refuses: ['', ` ${event.id}`, `${event.id}\n`, event.id.slice(1), event.id.replaceAll('-', ''), 1],
    },
    { name: 'workspaceId', takes: ['x'], refuses: ['', half, 1] },
    { name: 'type', takes: ['x'], refuses: ['', half, null] },
    { name: 'timestamp', takes: [0, 10_413_791_999_999], refuses: [-1, 0.5, 10_413_792_000_000, 1e16, '0', null] },
    { name: 'timestampSource', takes: ['client', 'corrected', 'received'], refuses: ['', 'Client', 0, null] },
    { name: 'requestIndex', takes: [0, 65_535], refuses: [-1, 0.5, 65_536, '0', null] },
    { name: 'visitorId', takes: ['0123456789abcdef'], refuses: ['', '0123456789ABCDEF', '0'.repeat(17), 0] },
    { name: 'derived', takes: [true, false], refuses: [0, 'true', null] },
    { name: 'path', takes: anyText.takes, refuses: [...anyText.refuses, 0, null] },
    { name: 'device', takes: ['tv', 'other'], refuses: ['', 'TV', 'toString', null] },
    { name: 'country', takes: ['ZZ'], refuses: ['', 'Z', 'ZZZ', half, `Z${half}`, 12] },
    { name: 'scrollDepth', ...measured(10_000) },
    { name: 'engagedMs', ...measured(86_400_000) },
  ])('accepts and refuses values of $name', ({ name, takes, refuses }) => {
    const accepts = (value: unknown) => problemOf({ ...event, [name]: value }) === undefined;
    expect(takes.filter((value) => !accepts(value))).toEqual([]);
    expect(refuses.filter(accepts)).toEqual([]);
  });

  it('accepts props within their limits only', () => {
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

  it('tells nothing of texts, which visitors may have typed', () => {
    expect(problemOf({ ...event, title: `secret${half}` })).not.toContain('secret');
  });
});

describe('blankEvent', () => {
  it('has every field, and props of its own', () => {
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
