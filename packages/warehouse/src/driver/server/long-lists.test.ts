import { spreadLists } from './long-lists.ts';

describe('spreadLists', () => {
  it('leaves a statement with short values as it is', () => {
    const statement = { sql: 'SELECT {ids:Array(UUID)}, {n:UInt8}', params: { ids: ['a', 'b'], n: 1 } };
    expect(spreadLists(statement)).toEqual(statement);
    expect(spreadLists({ sql: 'SELECT 1' })).toEqual({ sql: 'SELECT 1', params: {} });
  });

  it('binds a long list in parts, in order, anywhere in the statement', () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(97, '0'));
    const { sql, params } = spreadLists({
      sql: "SELECT has({ids:Array(DateTime('UTC'))}, {id:String}), length({ids:Array(DateTime('UTC'))})",
      params: { ids, id: 'x' },
    });
    const all = [0, 1, 2, 3].map((part) => `{ids_${part}:Array(DateTime('UTC'))}`).join(', ');
    expect(sql).toBe(`SELECT has(arrayConcat(${all}), {id:String}), length(arrayConcat(${all}))`);
    expect(Object.keys(params)).toEqual(['ids_0', 'ids_1', 'ids_2', 'ids_3', 'id']);
    expect(Object.values(params).flat()).toEqual([...ids, 'x']);
  });
});
