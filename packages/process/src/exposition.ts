/** The text of `/metrics`: collected at most once a second for a registry, for any number of requests and ports. */
import type { Registry } from 'prom-client';

/** The time for which a collection, which blocks the event loop for milliseconds, is reused. */
const collectionIntervalMs = 1_000;

interface Collection {
  text: Promise<Buffer>;
  /** Monotonic time; infinite until the collection has ended. */
  currentUntilMs: number;
}

const collections = new WeakMap<Registry, Collection>();

/** Returns the metrics of `registry` as text, at most a second old. All callers share the bytes. */
export function exposition(registry: Registry): Promise<Buffer> {
  const last = collections.get(registry);
  if (last !== undefined && performance.now() < last.currentUntilMs) return last.text;
  const collection: Collection = { text: collect(registry), currentUntilMs: Number.POSITIVE_INFINITY };
  collections.set(registry, collection);
  collection.text.then(
    () => (collection.currentUntilMs = performance.now() + collectionIntervalMs),
    () => (collection.currentUntilMs = 0),
  );
  return collection.text;
}

async function collect(registry: Registry): Promise<Buffer> {
  return Buffer.from(await registry.metrics());
}
