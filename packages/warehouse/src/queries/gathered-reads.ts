/** Reads in few statements: keys of one subject that are requested at the same moment, or while several reads of it are running, are read together. */
import DataLoader from 'dataloader';
import { setTimeout as delay } from 'node:timers/promises';

/** The time within which the requests of one screen arrive, over several connections. */
const gatherMs = 2;
/** The number of batches of one subject that run at the same time. Requests that arrive meanwhile form the next batch. */
const batchesAtOnce = 4;

/** Returns a promise for each key, in their order. */
type Read<Subject, Key, Value> = (subject: Subject, keys: readonly Key[]) => Promise<Value>[];

interface Loader<Key, Value> {
  loader: DataLoader<Key, Promise<Value>>;
  /** The calls that wait for it. */
  calls: number;
}

export class GatheredReads<Subject, Key, Value> {
  readonly #read: Read<Subject, Key, Value>;
  /** The loaders in use, by the JSON of their subject. A loader retains its last batch, so none is kept longer. */
  readonly #loaders = new Map<string, Loader<Key, Value>>();

  constructor(read: Read<Subject, Key, Value>) {
    this.#read = read;
  }

  /** Resolves with the values of `keys`, in their order. */
  async load(subject: Subject, keys: readonly Key[]): Promise<Value[]> {
    const json = JSON.stringify(subject);
    const used = this.#loaders.get(json) ?? { loader: createLoader((some) => this.#read(subject, some)), calls: 0 };
    this.#loaders.set(json, used);
    used.calls += 1;
    try {
      return await Promise.all(keys.map((key) => used.loader.load(key)));
    } finally {
      used.calls -= 1;
      if (used.calls === 0) this.#loaders.delete(json);
    }
  }
}

function createLoader<Key, Value>(read: (keys: readonly Key[]) => Promise<Value>[]): DataLoader<Key, Promise<Value>> {
  const running = new Set<Promise<unknown>>();
  const turn = async () => {
    await delay(gatherMs);
    while (running.size >= batchesAtOnce) await Promise.race(running);
  };
  return new DataLoader<Key, Promise<Value>>(
    (keys) => {
      const values = read(keys);
      const ended: Promise<unknown> = Promise.allSettled(values).then(() => running.delete(ended));
      running.add(ended);
      return Promise.resolve(values);
    },
    {
      // A key that is requested again is read again: callers cache the results.
      cache: false,
      batchScheduleFn: (start) => void turn().then(start),
    },
  );
}
