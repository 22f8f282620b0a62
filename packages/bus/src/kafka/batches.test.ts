/** Group commit: which records are written together, and which are refused. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { publishLimits } from '../publish-admission.ts';
import { Batches, bytesOf, type Outgoing } from './batches.ts';

const item = (text: string): Outgoing => ({ topic: 't', record: { key: 'k', value: Buffer.from(text) } });
const twoItemsBytes = 2 * bytesOf(item('a'));
const refusal = (message: string) => expect.objectContaining({ code: 'UNAVAILABLE', message });

/** Opens batches whose writes end when `endWrite` is called. */
function openBatches(limits = publishLimits) {
  const written: string[][] = [];
  let end: (fault?: Error) => void = () => {};
  const append = (items: Outgoing[]) =>
    new Promise<void>((resolve, reject) => {
      written.push(items.map(({ record }) => Buffer.from(record.value).toString()));
      end = (fault) => (fault ? reject(fault) : resolve());
    });
  const batches = new Batches(append, limits);
  return {
    written,
    publish: (...texts: string[]) => batches.publish(texts.map(item)),
    close: () => batches.close(),
    /** Ends the write in progress, once it has begun. */
    endWrite: async (fault?: Error) => {
      await nextTurn();
      await nextTurn();
      end(fault);
      await nextTurn();
    },
  };
}

describe('group commit', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('writes records that arrive during a write together, in order', async () => {
    const { publish, written, endWrite } = openBatches();
    const first = publish('a');
    await nextTurn();
    await nextTurn();
    const others = [publish('b', 'c'), publish('d')];
    await endWrite();
    await endWrite();
    await Promise.all([first, ...others]);
    expect(written).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('refuses the records of a write that fails, and continues', async () => {
    const { publish, endWrite } = openBatches();
    await Promise.all([
      expect(publish('a')).rejects.toEqual(refusal('The event log cannot be written')),
      endWrite(new Error('the connection failed')),
    ]);
    const next = publish('b');
    await endWrite();
    await expect(next).resolves.toBeUndefined();
  });

  it('refuses records above the limit of waiting bytes, until others are written', async () => {
    const { publish, endWrite } = openBatches({ ...publishLimits, waitingBytesMax: twoItemsBytes });
    const first = publish('a', 'b');
    await expect(publish('c')).rejects.toEqual(refusal('Too many events are waiting to be stored'));
    await endWrite();
    await first;
    const next = publish('d', 'e');
    await endWrite();
    await expect(next).resolves.toBeUndefined();
  });

  it('refuses records after the deadline, and does not write them or count them as waiting afterwards', async () => {
    const { publish, written, endWrite } = openBatches({ ...publishLimits, waitingBytesMax: twoItemsBytes });
    const first = publish('a');
    await nextTurn();
    await nextTurn();
    const late = [first, publish('b')].map((one) => expect(one).rejects.toEqual(refusal('The event log is too slow')));
    jest.advanceTimersByTime(publishLimits.publishDeadlineMs);
    await Promise.all(late);
    await endWrite();
    await endWrite();
    const next = publish('c', 'd');
    await endWrite();
    await expect(next).resolves.toBeUndefined();
    expect(written.flat()).toEqual(['a', 'c', 'd']);
  });

  it('refuses records once it is closed, after it has written earlier ones', async () => {
    const { publish, close, written, endWrite } = openBatches();
    const first = publish('a');
    const closed = close();
    await expect(publish('b')).rejects.toEqual(refusal('The event log is closing'));
    await endWrite();
    await Promise.all([first, closed]);
    expect(written).toEqual([['a']]);
  });
});
