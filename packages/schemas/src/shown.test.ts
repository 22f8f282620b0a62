import { choiceOf, shownField, shownName, shownValue } from './shown.ts';

describe('a received value in a message', () => {
  it.each([
    ['abc', '"abc"'],
    ['', '""'],
    ['say "hi"\n', '"say \\"hi\\"\\n"'],
    ['\u001b[31m\u202egnp.exe', '"\\u001b[31m\\u202egnp.exe"'],
    ['x\ud800', '"x\ufffd"'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(2049), `"${'x'.repeat(40)}…" (2049 characters)`],
    [`${'x'.repeat(39)}😀`, `"${'x'.repeat(39)}\ufffd…" (41 characters)`],
    [5, '5'],
    [1e300, '1e+300'],
    [Infinity, 'Infinity'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'nothing'],
    [[1, 2], 'a list of 2'],
    [{ a: 1, b: 2 }, 'an object with 2 fields'],
  ])('A30 is quoted, escaped and truncated: case %#', (value, shown) => {
    expect(shownValue(value)).toBe(shown);
  });

  it('A30 is quoted, escaped and truncated in a name', () => {
    expect(shownName('colour')).toBe('"colour"');
    expect(shownName(`\u001b${'x'.repeat(10_000)}`)).toBe(`"\\u001b${'x'.repeat(39)}"`);
  });

  it('A30 is escaped in the name of a field, and in those inside it', () => {
    expect(shownField(['props', 'a"b', '0'])).toBe('props["a\\"b"]["0"]');
    expect(shownField(['a\n', 'b'])).toBe('"a\\n"["b"]');
  });
});

describe('the allowed values in a message', () => {
  it.each([
    [['data'], 'data'],
    [['json', 'csv'], 'one of json, csv'],
    [['a,b', 'c'], 'one of a,b; c'],
  ])('%j are %s', (values, shown) => {
    expect(choiceOf(values)).toBe(shown);
  });
});
