/** The order in which requests are processed if their work does not fit between two polls of the sockets. */
import { Cancellation } from './cancellation.ts';
import { Turns } from './turns.ts';

const forever = () => new Cancellation();

/** Advances the clock by more than a slice. */
function spin(): void {
  jest.advanceTimersByTime(11);
}

const nextImmediate = () => new Promise((resolve) => setImmediate(resolve));

let turns: Turns;
let done: string[];

beforeEach(() => {
  // A pause of this process would end a slice too early.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  turns = new Turns();
  done = [];
});
afterEach(() => void jest.useRealTimers());

/** A request whose body takes `calls` slices. */
async function request(name: string, bytes: number, calls: number, cancellation = forever()): Promise<void> {
  await turns.open(cancellation).inTurns(bytes)(Array.from({ length: calls }), spin);
  done.push(name);
}

it('returns results in order, in one slice or several', async () => {
  const turn = turns.open(forever());
  expect(await turn.inTurns(10)([1, 2, 3], (number) => number * 2)).toEqual([2, 4, 6]);
  expect(await turn.inTurns(10)([], spin)).toEqual([]);
  const slowly = (number: number) => {
    spin();
    return number * 2;
  };
  expect(await turn.inTurns(10)([1, 2, 3], slowly)).toEqual([2, 4, 6]);
  expect(await turn.begin(10, () => 'once')).toBe('once');
});

it('begins the work of all requests that have arrived in one slice, in their order', async () => {
  const names = ['first', 'second', 'third'];
  const begun = names.map((name) => turns.open(forever()).begin(10, () => done.push(name)));
  expect(done).toEqual([]);
  await nextImmediate();
  expect(done).toEqual(names);
  await Promise.all(begun);
});

it('continues at once with small work while no other request waits', () => {
  expect(turns.open(forever()).inTurns(10)([1, 2], (number) => number * 2)).toEqual([2, 4]);
});

it('G20 lets the event loop run between bodies that arrive together', async () => {
  let looks = 0;
  let looking = setImmediate(function look() {
    looks += 1;
    looking = setImmediate(look);
  });
  await Promise.all(Array.from({ length: 5 }, () => turns.open(forever()).begin(1_000, spin)));
  clearImmediate(looking);
  expect(looks).toBeGreaterThanOrEqual(4);
});

it('G20 lets the event loop run between slices', async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    looking = setImmediate(look);
  };
  let looking = setImmediate(look);
  await Promise.all([request('a', 1_000, 5), request('b', 1_000, 5)]);
  clearImmediate(looking);
  expect(looks).toBeGreaterThanOrEqual(8);
});

it('G20 finishes the oldest of large requests first, and small ones before them', async () => {
  const large = ['a', 'b', 'c'].map((name) => request(name, 1_000_000, 3));
  await nextImmediate();
  const small = request('small', 500, 1);
  await Promise.all([...large, small]);
  expect(done).toEqual(['small', 'a', 'b', 'c']);
});

it('continues a request before it begins another one of its size', async () => {
  const first = turns.open(forever());
  const second = turns.open(forever());
  const work = (name: string) => () => {
    spin();
    done.push(name);
  };
  const inSteps = async () => {
    await first.begin(600, work('first, parsed'));
    await first.inTurns(1_000)([undefined], work('first, judged'));
  };
  await Promise.all([request('busy', 10, 2), inSteps(), second.begin(1_000, work('second, parsed'))]);
  expect(done).toEqual(['busy', 'first, parsed', 'first, judged', 'second, parsed']);
});

it('rejects with the error that the work throws, and continues with the others', async () => {
  const busy = request('busy', 10, 2);
  const failing = turns.open(forever()).begin(20, () => {
    throw new Error('no');
  });
  const other = request('other', 30, 1);
  await expect(failing).rejects.toThrow('no');
  await Promise.all([busy, other]);
  expect(done).toEqual(['busy', 'other']);
});

it('stops the work on a cancelled request', async () => {
  const cancellation = new Cancellation();
  const busy = request('busy', 10, 3);
  const waiting = turns.open(cancellation).inTurns(20)([1], () => done.push('waiting'));
  cancellation.cancel(new Error('too late'));
  cancellation.cancel(new Error('dropped as well'));
  await expect(waiting).rejects.toThrow('too late');
  await busy;
  await expect(request('late', 10, 1, cancellation)).rejects.toThrow('too late');
  expect(done).toEqual(['busy']);
});

it('does not begin with a body that was dropped while it waited for the poll, even if the slice has ended', async () => {
  const cancellation = new Cancellation();
  const busy = turns.open(forever()).begin(10, spin);
  const dropped = turns.open(cancellation).begin(10, () => done.push('dropped'));
  cancellation.cancel(new Error('dropped'));
  await expect(dropped).rejects.toThrow('dropped');
  await busy;
  expect(done).toEqual([]);
});
