/** The text of `/metrics`: collected at most once a second for a registry, for any number of ports. */
import type { Registry } from '@footfall/process';
import { reusedFor } from './reused-for.ts';

/** The time for which a collection, which blocks the event loop for milliseconds, is reused. */
const collectionIntervalMs = 1_000;

const collections = new WeakMap<Registry, () => Promise<Buffer>>();

/** Returns the metrics of `registry` as text, at most a second old. All callers share the bytes. */
export function exposition(registry: Registry): Promise<Buffer> {
  const collect =
    collections.get(registry) ?? reusedFor(collectionIntervalMs, async () => Buffer.from(await registry.metrics()));
  collections.set(registry, collect);
  return collect();
}
