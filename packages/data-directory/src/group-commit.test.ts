/** One commit for all waiting writes. */
import { GroupCommit } from './group-commit.ts';

/** Commits that a test ends one by one; `commits` has the actions of each, in order. */
function heldCommits() {
  const commits: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  let wake = () => {};
  const group = new GroupCommit(async (action) => {
    commits.push([]);
    action();
    await new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
      wake();
    });
  });
  return {
    commits,
    group,
    write: (name: string) => group.add(() => void commits.at(-1)?.push(name)),
    /** Resolves with the function that ends the next commit. */
    next: async (): Promise<(error?: Error) => void> => {
      if (ends.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return ends.shift() ?? (() => {});
    },
  };
}

describe('a group commit', () => {
  it('combines the writes of one turn of the event loop, and those that arrive during a commit', async () => {
    const { commits, write, next } = heldCommits();
    const first = [write('a'), write('b')];
    const end = await next();
    const second = [write('c'), write('d')];
    end();
    await Promise.all(first);
    (await next())();
    await Promise.all(second);
    expect(commits).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('rejects the writes of a commit that fails, and continues with the next', async () => {
    const { write, next } = heldCommits();
    const lost = [write('a'), write('b')];
    (await next())(new Error('the disk is full'));
    await expect(Promise.allSettled(lost)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const kept = write('c');
    (await next())();
    await expect(kept).resolves.toBeUndefined();
  });

  it('lets callers continue before the next commit begins', async () => {
    const order: string[] = [];
    const group = new GroupCommit(async (action) => {
      action();
      await new Promise(setImmediate);
    });
    const continued = async (name: string) => {
      await group.add(() => void order.push(`${name} is committed`));
      order.push(`${name} continues`);
    };
    const first = continued('a');
    await new Promise(setImmediate);
    await Promise.all([first, continued('b')]);
    expect(order).toEqual(['a is committed', 'a continues', 'b is committed', 'b continues']);
  });

  it('is finished when nothing waits', async () => {
    const { group, commits, write, next } = heldCommits();
    void write('a');
    const finished = group.finish();
    const end = await next();
    void write('b');
    end();
    (await next())();
    await finished;
    expect(commits).toEqual([['a'], ['b']]);
  });
});
