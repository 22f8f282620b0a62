/** Wrapped ports behave like the originals, except for the actions of a test at a breakpoint. */
import { actAt, type Breakpoint, Stopped, stopAt } from './breakpoint.ts';
import { wrapPort } from './wrap-port.ts';

class Store {
  readonly ran: string[] = [];
  async command({ sql }: { sql: string }): Promise<string> {
    this.ran.push(sql);
    return `done: ${sql}`;
  }
  async consume(group: string, handler: (assignment: { commit(at: object): Promise<void> }) => Promise<void>) {
    await handler({ commit: async (at) => void this.ran.push(`${group} ${JSON.stringify(at)}`) });
  }
}

const breakpoint = (moment: Breakpoint['moment'], call: string, pass: number): Breakpoint => ({ moment, call, pass });

describe('a wrapped port', () => {
  it('passes the text of each call to its wrapper, and runs it', async () => {
    const texts: string[] = [];
    const store = new Store();
    const wrapped = wrapPort(store, ({ text }, proceed) => {
      texts.push(text);
      return proceed();
    });
    expect(await wrapped.command({ sql: 'INSERT INTO a SELECT 1' })).toBe('done: INSERT INTO a SELECT 1');
    await wrapped.consume('group', (assignment) => assignment.commit({ offset: 7 }));
    expect(texts).toEqual(['command INSERT INTO a SELECT 1', 'consume group …', 'commit {"offset":7}']);
    expect(store.ran).toEqual(['INSERT INTO a SELECT 1', 'group {"offset":7}']);
  });

  it('runs a call with other arguments, or not at all', async () => {
    const store = new Store();
    const other = wrapPort(store, (_call, proceed) => proceed({ sql: 'other' }));
    const none = wrapPort(store, () => 'nothing');
    expect(await other.command({ sql: 'one' })).toBe('done: other');
    expect(await none.command({ sql: 'two' })).toBe('nothing');
    expect(store.ran).toEqual(['other']);
  });

  it.each([
    ['before', ['a1', 'b']],
    ['after', ['a1', 'b', 'a2']],
  ] as const)('stops its caller permanently %s a call', async (moment, ran) => {
    const store = new Store();
    const wrapped = wrapPort(store, stopAt(breakpoint(moment, '^command a', 2)));
    const outcomes = await inTurn(['a1', 'b', 'a2', 'b2'].map((sql) => () => wrapped.command({ sql })));
    expect(outcomes).toEqual(['done: a1', 'done: b', Stopped, Stopped]);
    expect(store.ran).toEqual(ran);
  });

  it('acts only once at a breakpoint', async () => {
    const acted: string[][] = [];
    const store = new Store();
    const wrapped = wrapPort(
      store,
      actAt(breakpoint('before', '^command a', 2), () => acted.push([...store.ran])),
    );
    await inTurn(['a', 'b', 'a', 'a'].map((sql) => () => wrapped.command({ sql })));
    expect(acted).toEqual([['a', 'b']]);
  });
});

async function inTurn(calls: readonly (() => Promise<string>)[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const call of calls) {
    outcomes.push(
      await call().catch((error: unknown) => {
        if (error instanceof Stopped) return Stopped;
        throw error;
      }),
    );
  }
  return outcomes;
}
