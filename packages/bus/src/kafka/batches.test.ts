/** Group commit: which records are written together, and which are refused. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batches, type Outgoing } from './batches.ts';

const item = (text: string): Outgoing => ({ topic: 't', record: { key: 'k', value: Buffer.from(text) } });
const refusal = (message: string) => expect.objectContaining({ code: 'UNAVAILABLE', message });

/** Opens batches whose writes end when `endWrite` is called. */
function openBatches() {
  const written: string[][] = [];
  let end: (fault?: Error) => void = () => {};
  const append = (items: Outgoing[]) =>
    new Promise<void>((resolve, reject) => {
      written.push(items.map(({ record }) => Buffer.from(record.value).toString()));
      end = (fault) => (fault ? reject(fault) : resolve());
    });
  const batches = new Batches(append);
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

  it('keeps records waiting while a write hangs, and writes them after it', async () => {
    const { publish, written, endWrite } = openBatches();
    const hanging = publish('a');
    await nextTurn();
    await nextTurn();
    const settled = jest.fn();
    const waiting = publish('b').finally(settled);
    await nextTurn();
    expect(written).toEqual([['a']]);
    expect(settled).not.toHaveBeenCalled();
    await endWrite();
    await endWrite();
    await Promise.all([hanging, waiting]);
    expect(written).toEqual([['a'], ['b']]);
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
