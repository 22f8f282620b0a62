/** One commit for all waiting items. */
import { GroupCommit } from './group-commit.ts';

/** Commits that a test ends one by one; `commits` has the items of each, in order. */
function heldCommits(startGroup?: () => (name: string) => boolean) {
  const commits: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  let wake = () => {};
  const group = new GroupCommit<string>(async (names) => {
    commits.push(names);
    await new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
      wake();
    });
  }, startGroup);
  return {
    commits,
    group,
    write: (name: string) => group.add(name),
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
    const group = new GroupCommit<string>(async (names) => {
      order.push(...names.map((name) => `${name} is committed`));
      await new Promise(setImmediate);
    });
    const continued = async (name: string) => {
      await group.add(name);
      order.push(`${name} continues`);
    };
    const first = continued('a');
    await new Promise(setImmediate);
    await Promise.all([first, continued('b')]);
    expect(order).toEqual(['a is committed', 'a continues', 'b is committed', 'b continues']);
  });

  it('commits as many items together as fit, at least one, and leaves none behind', async () => {
    const { commits, write, next } = heldCommits(() => {
      let length = 0;
      return (name) => (length += name.length) <= 3;
    });
    const written = Promise.all(['a', 'bb', 'c', 'too long', 'd', 'ee', 'f'].map(write));
    for (let commit = 0; commit < 5; commit += 1) (await next())();
    await written;
    expect(commits).toEqual([['a', 'bb'], ['c'], ['too long'], ['d', 'ee'], ['f']]);
  });

  it('keeps items waiting while a commit hangs', async () => {
    const { commits, write, next } = heldCommits();
    const hanging = write('a');
    const end = await next();
    const waiting = write('b');
    await new Promise(setImmediate);
    expect(commits).toEqual([['a']]);
    end();
    await hanging;
    (await next())();
    await waiting;
    expect(commits).toEqual([['a'], ['b']]);
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
