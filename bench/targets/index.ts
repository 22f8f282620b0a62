/** Every benchmark of `pnpm bench`, in order. */
import type { Target } from './target.ts';
import { bytesRead, queryMemory } from './bytes.ts';
import { eightClients } from './clients.ts';
import { exactness } from './exact.ts';
import { flatInSize, flatInTime } from './flat.ts';
import { freshness } from './freshness.ts';
import { latency, latencyAtSize } from './latency.ts';
import { cachedResponse, consumer, ingestMemory, standaloneMemory } from './processes.ts';
import { catchingUp, catchingUpOneDay } from './catching-up.ts';
import { storage } from './storage.ts';

export const targets: readonly Target[] = [
  latency,
  latencyAtSize,
  flatInSize,
  flatInTime,
  bytesRead,
  exactness,
  consumer,
  catchingUp,
  freshness,
  catchingUpOneDay,
  cachedResponse,
  eightClients,
  queryMemory,
  standaloneMemory,
  ingestMemory,
  storage,
];
