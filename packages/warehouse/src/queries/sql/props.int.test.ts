/** Properties in SQL, compared with the values of the objects that were stored. */
import fc from 'fast-check';
import { createEmbeddedHarness } from '../../driver/contract/embedded-harness.fixture.ts';
import type { Harness } from '../../driver/contract/harness.fixture.ts';
import type { Warehouse } from '../../driver/port.ts';
import { binder, type Bound } from './binder.ts';
import { hasProp, propNames, propText } from './props.ts';

/** Characters that JSON writes with a backslash, and those between names and values. */
const tricky = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters.split(''), '\\', '"', 'k', 'é', '\n', '\0', '😀'), maxLength: 5 });
const name = tricky('_ $');
const anyName = tricky(',:{}');
const value = fc.oneof(
  tricky(',:{}'),
  fc.integer(),
  fc.constant(2 ** 70),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const stored = fc.dictionary(name, value, { maxKeys: 5 });

describe('properties in SQL', () => {
  let harness: Harness;
  let warehouse: Warehouse;
  beforeAll(async () => {
    harness = await createEmbeddedHarness();
    warehouse = await harness.open();
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  /** Resolves with an expression over each object. */
  async function read<Value>(objects: readonly object[], expression: string, params: Record<string, Bound>) {
    const rows = await warehouse.read<{ value: Value }>({
      sql: `SELECT ${expression} AS value FROM (SELECT arrayJoin({props:Array(String)}) AS props) AS events`,
      params: { ...params, props: objects.map((object) => JSON.stringify(object)) },
    });
    return rows.map((row) => row.value);
  }

  function textsOf(objects: readonly object[], property: string): Promise<string[]> {
    const { bind, params } = binder('prop');
    return read(objects, propText(property, bind), params);
  }

  it('return the stored text, whatever backslashes and quotes names and values contain', async () => {
    const drawn = fc.tuple(name, fc.array(stored, { minLength: 20, maxLength: 20 }), value);
    await fc.assert(
      fc.asyncProperty(drawn, async ([property, others, own]) => {
        const objects = others.map((object, index) => (index % 2 === 0 ? { ...object, [property]: own } : object));
        const expected = objects.map((object) => {
          const found = Object.entries(object).find(([one]) => one === property)?.[1];
          return typeof found === 'string' ? found : found === undefined ? '' : JSON.stringify(found);
        });
        expect(await textsOf(objects, property)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('match by name and text, which is empty if they are not set', async () => {
    const drawn = fc.tuple(name, fc.array(stored, { minLength: 20, maxLength: 20 }), fc.array(value, { minLength: 3 }));
    await fc.assert(
      fc.asyncProperty(drawn, async ([property, others, own]) => {
        const objects = others.map((object, index) => ({ ...object, [property]: own[index % own.length] }));
        const texts = await textsOf([...objects, ...others], property);
        const [wanted = ''] = texts;
        for (const text of [wanted, '', '1', `"${wanted}"`]) {
          const { bind, params } = binder('prop');
          const found = await read([...objects, ...others], hasProp(property, text, bind), params);
          expect(found.map(Boolean)).toEqual(texts.map((one) => one === text));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('return all names that were stored with a value', async () => {
    const objects = fc.array(fc.dictionary(anyName, value), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(objects, async (drawn) => {
        const expected = drawn.map((object) => Object.keys(object).filter((one) => object[one] !== ''));
        expect(await read(drawn, propNames, {})).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['a value that ends with a backslash', { k: 'C:\\Users\\', z: 'after' }, 'k', 'C:\\Users\\'],
    ['a name that ends like another', { 'a"k': 'two' }, 'k', ''],
    ['a name that is a backslash', { '"': 'quote' }, '\\', ''],
  ])('return the text of their name only: %s', async (_what, object, of, text) => {
    expect(await textsOf([object], of)).toEqual([text]);
  });
});
