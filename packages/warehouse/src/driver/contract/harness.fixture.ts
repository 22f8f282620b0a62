/** A separate store for a suite, on any driver. For tests only. */
import type { ReadLimits, Warehouse } from '../port.ts';

export interface Harness {
  /** Opens the store; after it was closed, the same store again. */
  open(limits?: Partial<ReadLimits>): Promise<Warehouse>;
  remove(): Promise<void>;
}
