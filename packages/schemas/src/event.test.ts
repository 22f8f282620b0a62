import { eventProblem, eventSchema } from './event.ts';
import { enrichedEventSchema } from './enriched-event.ts';

function problem(value: unknown): string | undefined {
  const parsed = eventSchema.safeParse(value);
  return parsed.success ? undefined : eventProblem(parsed.error);
}

describe('an event as sent', () => {
  it.each([
    [undefined, 'an event is an object'],
    [[], 'an event is an object'],
    ['x', 'an event is an object'],
    [{}, 'type: takes a string of 1 to 128 characters'],
    [{ type: '' }, 'type: takes a string of 1 to 128 characters'],
    [{ type: 5 }, 'type: takes a string of 1 to 128 characters'],
    [{ type: 't'.repeat(129) }, 'type: takes a string of 1 to 128 characters'],
    [{ type: 'a', id: 'x' }, 'id: takes a UUID'],
    [{ type: 'a', timestamp: true }, 'timestamp: takes an ISO 8601 time or epoch milliseconds'],
    [{ type: 'a', timestamp: Infinity }, 'timestamp: takes an ISO 8601 time or epoch milliseconds'],
    [{ type: 'a', visitorId: '' }, 'visitorId: takes a string of 1 to 64 characters'],
    [{ type: 'a', sessionId: 's'.repeat(65) }, 'sessionId: takes a string of 1 to 64 characters'],
    [{ type: 'a', url: `https://e.com/${'x'.repeat(2048)}` }, 'url: takes a string of 1 to 2048 characters'],
    [{ type: 'a', title: null }, 'title: takes a string of up to 512 characters'],
    [{ type: 'a', scrollDepth: 100.01 }, 'scrollDepth: takes a number from 0 to 100'],
    [{ type: 'a', scrollDepth: '5' }, 'scrollDepth: takes a number from 0 to 100'],
    [{ type: 'a', engagedSeconds: -1 }, 'engagedSeconds: takes a number from 0 to 86400'],
    [{ type: 'a', engagedSeconds: Infinity }, 'engagedSeconds: takes a number from 0 to 86400'],
    [{ type: 'a', continued: 1 }, 'continued: takes true or false'],
    [{ type: 'a', ip: 4 }, 'ip: takes a string of up to 64 characters'],
  ])('refuses field case %# and says what the field takes', (value, message) => {
    expect(problem(value)).toBe(message);
  });

  it('refuses an automatic type that does not exist, and names those that do', () => {
    expect(problem({ type: '$view' })).toMatch(/^type: starts with \$.*\$pageview, \$pageleave/);
  });

  it('names an unknown field, cut short', () => {
    expect(problem({ type: 'a', colour: 1 })).toMatch(/^"colour" is not a field of an event; the fields are type, id,/);
    expect(problem({ type: 'a', ['x'.repeat(10_000)]: 1 })?.length).toBeLessThan(300);
    expect(problem(JSON.parse('{"type":"a","__proto__":{}}'))).toMatch(/^"__proto__" is not a field/);
  });

  it('takes any referrer, which the pipeline drops when it is of no use', () => {
    expect(problem({ type: 'a', referrer: { not: ['a', 'string'] } })).toBeUndefined();
  });

  it('writes an id in lower case, so that one event has one identity', () => {
    const event = eventSchema.parse({ type: 'a', id: '0190F3A1-7B1C-7000-8000-00000000ABCD' });
    expect(event.id).toBe('0190f3a1-7b1c-7000-8000-00000000abcd');
  });

  it('E18 makes every string well-formed and keeps NUL, U+2028, right-to-left and emoji', () => {
    const odd = 'a\0\u2028\u202Eb😀';
    const event = eventSchema.parse({ type: `x\uD800`, title: odd, props: { ['k\uDC00']: `v\uD83D`, odd } });
    expect(event).toEqual({ type: 'x\uFFFD', title: odd, props: { 'k\uFFFD': 'v\uFFFD', odd } });
  });
});

describe('props', () => {
  const props = (json: string) => problem(JSON.parse(`{"type":"a","props":${json}}`));

  it.each([
    ['[]', 'takes a flat object'],
    ['null', 'takes a flat object'],
    ['"x"', 'takes a flat object'],
    ['{"a":{"b":1}}', '"a" takes a string'],
    ['{"a":[1]}', '"a" takes a string'],
    ['{"a":null}', '"a" takes a string'],
    ['{"a":1e400}', '"a" takes a string of up to 1024 characters, a finite number or a boolean'],
    [`{"a":"${'x'.repeat(1025)}"}`, '"a" takes a string of up to 1024'],
    [`{"${'k'.repeat(129)}":1}`, 'keys have at most 128 characters'],
  ])('E16 E19 refuses prop case %#', (json, message) => {
    expect(props(json)).toContain(`props: ${message}`);
  });

  it('E16 caps the number of keys', () => {
    const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, i])));
    expect(props(keys(50))).toBeUndefined();
    expect(props(keys(51))).toContain('up to 50 keys');
    expect(props(keys(10_000))).toContain('up to 50 keys');
  });

  it('E16 keeps every key as data, through the bus too, and pollutes nothing', () => {
    const json = '{"__proto__":"p","constructor":1,"toString":true,"":"empty","a.b":"dotted","hasOwnProperty":0}';
    const parsed = eventSchema.parse(JSON.parse(`{"type":"a","props":${json}}`));
    expect(JSON.stringify(parsed.props)).toBe(json);
    const again = enrichedEventSchema.shape.props.parse(JSON.parse(JSON.stringify(parsed.props)));
    expect(JSON.stringify(again)).toBe(json);
    expect(Object.getPrototypeOf(again)).toBe(Object.prototype);
    expect(Object.keys({})).toEqual([]);
  });

  it('E19 keeps numbers as JSON reads them, and no negative zero', () => {
    const parsed = eventSchema.parse(
      JSON.parse('{"type":"a","props":{"big":9007199254740993,"huge":123456789012345678901234567890,"zero":-0}}'),
    );
    expect(parsed.props).toEqual({ big: 9007199254740992, huge: 1.2345678901234568e29, zero: 0 });
  });
});
