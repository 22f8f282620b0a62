/** The limit of address space of this process (`ulimit -v`), which LMDB must not reach: it crashes if the map of its file cannot be reserved. */
import { StartError } from '@footfall/errors';
import { readFileSync } from 'node:fs';

const gib = 1024 ** 3;
/** Twice the map of a file: Node and the engine reserve another 13 GiB, most of it for WebAssembly. */
const addressSpaceMin = 32 * gib;

/** Throws a StartError if the limit is too low. */
export function requireAddressSpace(): void {
  const limit = addressSpaceLimit();
  if (limit >= addressSpaceMin) return;
  throw new StartError(
    `The limit of address space must be at least ${addressSpaceMin / gib} GiB, got ${(limit / gib).toFixed(1)} GiB: remove it with ulimit -v unlimited or LimitAS=infinity in systemd; it does not limit the memory that is used`,
  );
}

/** Returns the limit in bytes; infinity if there is none, or no /proc. */
function addressSpaceLimit(): number {
  try {
    const [, soft] = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}
