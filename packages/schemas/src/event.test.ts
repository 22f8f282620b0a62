import { eventSchema, readEvent } from './event.ts';
import { enrichedEvent } from './enriched-event.fixture.ts';
import { decodeEvent, encodeEvent } from './event-encoding.ts';

function problem(value: unknown): string | undefined {
  const read = readEvent(value);
  if ('event' in read) return undefined;
  return read.got === undefined ? read.message : `${read.message}, got ${read.got}`;
}

describe('an event as sent', () => {
  it.each([
    [undefined, 'an event must be an object, got nothing'],
    [[], 'an event must be an object, got a list of 0'],
    ['x', 'an event must be an object, got "x"'],
    [{}, 'type must be a string of 1 to 128 characters, got nothing'],
    [{ type: null }, 'type must be a string of 1 to 128 characters, got null'],
    [{ type: '' }, 'type must be a string of 1 to 128 characters, got ""'],
    [{ type: 5 }, 'type must be a string of 1 to 128 characters, got 5'],
    [
      { type: 't'.repeat(129) },
      `type must be a string of 1 to 128 characters, got "${'t'.repeat(40)}…" (129 characters)`,
    ],
    [{ type: 'a', id: 'x' }, 'id must be a UUID, got "x"'],
    [{ type: 'a', timestamp: true }, 'timestamp must be an ISO 8601 time or epoch milliseconds, got true'],
    [{ type: 'a', timestamp: Infinity }, 'timestamp must be an ISO 8601 time or epoch milliseconds, got Infinity'],
    [{ type: 'a', visitorId: '' }, 'visitorId must be a string of 1 to 64 characters, got ""'],
    [{ type: 'a', sessionId: 7 }, 'sessionId must be a string of 1 to 64 characters, got 7'],
    [
      { type: 'a', url: `https://e.com/${'x'.repeat(2048)}` },
      `url must be a string of 1 to 2048 characters, got "https://e.com/${'x'.repeat(26)}…" (2062 characters)`,
    ],
    [{ type: 'a', title: ['x'] }, 'title must be a string of up to 512 characters, got a list of 1'],
    [{ type: 'a', scrollDepth: 100.01 }, 'scrollDepth must be a number from 0 to 100, got 100.01'],
    [{ type: 'a', scrollDepth: '5' }, 'scrollDepth must be a number from 0 to 100, got "5"'],
    [{ type: 'a', engagedSeconds: -1 }, 'engagedSeconds must be a number from 0 to 86400, got -1'],
    [{ type: 'a', engagedSeconds: Infinity }, 'engagedSeconds must be a number from 0 to 86400, got Infinity'],
    [{ type: 'a', continued: 1 }, 'continued must be true or false, got 1'],
    [{ type: 'a', ip: 4 }, 'ip must be a string of up to 64 characters, got 4'],
    [
      { type: 'a', title: { '\u001b': 1 } },
      'title must be a string of up to 512 characters, got an object with 1 field',
    ],
  ])('A30 rejects field case %# by name, with the received and the allowed values', (value, message) => {
    expect(problem(value)).toBe(message);
  });

  it.each([
    ['type', 128],
    ['visitorId', 64],
    ['sessionId', 64],
    ['url', 2048],
    ['title', 512],
    ['userAgent', 2048],
    ['ip', 64],
    ['timestamp', 64],
  ])('accepts a %s of %d characters, and no longer one', (field, chars) => {
    const sent = (count: number) => problem({ type: 'a', [field]: 'x'.repeat(count) });
    expect(sent(chars)).toBeUndefined();
    expect(sent(chars + 1)).toMatch(new RegExp(`^${field} must be `));
  });

  it.each([{ scrollDepth: 0 }, { scrollDepth: 100 }, { engagedSeconds: 0 }, { engagedSeconds: 86_400 }])(
    'accepts the bounds of numbers: %j',
    (given) => {
      expect(problem({ type: 'a', ...given })).toBeUndefined();
    },
  );

  it('rejects an unknown automatic type, and names the known ones', () => {
    expect(problem({ type: '$view' })).toMatch(
      /^type must not start with \$.*\$pageview, \$pageleave.*, got "\$view"$/,
    );
  });

  it('rejects an unknown field by its truncated name, even if it is null', () => {
    expect(problem({ type: 'a', colour: 1 })).toMatch(/^"colour" is not a field of an event; the fields are type, id,/);
    expect(problem({ type: 'a', colour: null })).toMatch(/^"colour" is not a field of an event/);
    expect(problem({ type: 'a', ['x'.repeat(10_000)]: 1 })?.length).toBeLessThan(300);
    expect(problem(JSON.parse('{"type":"a","__proto__":{}}'))).toMatch(/^"__proto__" is not a field/);
    expect(problem(JSON.parse('{"type":"a","title":null,"__proto__":{}}'))).toMatch(/^"__proto__" is not a field/);
  });

  it('A7 treats null in an optional field or a property as absent', () => {
    const optional = [
      'id',
      'timestamp',
      'visitorId',
      'sessionId',
      'url',
      'title',
      'referrer',
      'scrollDepth',
      'engagedSeconds',
      'continued',
      'props',
      'userAgent',
      'ip',
    ];
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    expect(readEvent({ type: 'a', ...nulls })).toEqual({ event: { type: 'a' } });
    const props = JSON.parse('{"a":null,"b":1,"__proto__":null,"c":"x"}') as unknown;
    expect(readEvent({ type: 'a', props })).toEqual({ event: { type: 'a', props: { b: 1, c: 'x' } } });
  });

  it('accepts any referrer, because the pipeline drops unusable ones', () => {
    expect(problem({ type: 'a', referrer: { not: ['a', 'string'] } })).toBeUndefined();
  });

  it('accepts an ID in the form of a UUID of any version, and converts it to lower case, so that one event has one identity', () => {
    const event = eventSchema.parse({ type: 'a', id: '0190F3A1-7B1C-F000-0000-00000000ABCD' });
    expect(event.id).toBe('0190f3a1-7b1c-f000-0000-00000000abcd');
  });

  it('E18 makes every string well-formed and keeps NUL, U+2028, right-to-left and emoji', () => {
    const odd = 'a\0\u2028\u202Eb😀';
    const event = eventSchema.parse({ type: `x\uD800`, title: odd, props: { ['k\uDC00']: `v\uD83D`, odd } });
    expect(event).toEqual({ type: 'x\uFFFD', title: odd, props: { 'k\uFFFD': 'v\uFFFD', odd } });
  });
});

describe('props', () => {
  const wantsProp = 'must be a string of up to 1024 characters, a finite number or a boolean';
  const props = (json: string) => problem(JSON.parse(`{"type":"a","props":${json}}`));

  it.each([
    ['[]', 'props must be a flat object of up to 50 keys, each with a string, a number or a boolean, got a list of 0'],
    ['"x"', 'props must be a flat object of up to 50 keys, each with a string, a number or a boolean, got "x"'],
    ['{"a":{"b":1}}', `props["a"] ${wantsProp}, got an object with 1 field`],
    ['{"a":[1]}', `props["a"] ${wantsProp}, got a list of 1`],
    ['{"a":1e400}', `props["a"] ${wantsProp}, got Infinity`],
    [`{"a":"${'x'.repeat(1025)}"}`, `props["a"] ${wantsProp}, got "${'x'.repeat(40)}…" (1025 characters)`],
    [
      `{"${'k'.repeat(129)}":1}`,
      `props must have keys of at most 128 characters, got "${'k'.repeat(40)}…" (129 characters)`,
    ],
  ])('E16 E19 A30 rejects prop case %#', (json, message) => {
    expect(props(json)).toBe(message);
  });

  it('E16 accepts the longest keys and values', () => {
    expect(props(`{"${'k'.repeat(128)}":"${'x'.repeat(1024)}"}`)).toBeUndefined();
  });

  it('E16 limits the number of keys', () => {
    const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, i])));
    expect(props(keys(50))).toBeUndefined();
    expect(props(keys(51))).toContain('up to 50 keys');
    expect(props(keys(10_000))).toContain('up to 50 keys');
  });

  it('E16 keeps every key as data, even through the bus, and pollutes no prototype', () => {
    const json = '{"__proto__":"p","constructor":1,"toString":true,"":"empty","a.b":"dotted","hasOwnProperty":0}';
    const parsed = eventSchema.parse(JSON.parse(`{"type":"a","props":${json}}`));
    expect(JSON.stringify(parsed.props)).toBe(json);
    const carried = decodeEvent(encodeEvent(enrichedEvent({ props: parsed.props ?? {} })), 0);
    const again = typeof carried === 'string' ? carried : carried.props;
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
