/** The rows of a breakdown: what is asked for, and what comes back. */
import type { Goal } from '@footfall/schemas';
import type { By } from './by.ts';
import type { Order, Sum, Sums } from './metrics.ts';

export interface Row {
  /** One for each dimension. */
  values: readonly string[];
  /** Tells the row from others that come from there. */
  key: string;
  sums: Sums;
}

export interface Rows {
  rows: readonly Row[];
  /** How many there are, in this part or not. */
  total: number;
}

export interface AskedRows {
  by: By;
  /** The others may be 0. */
  sums: ReadonlySet<Sum>;
  /** What conversions are of. */
  goal: Goal | undefined;
  /** All of the workspace. */
  goals: readonly Goal[];
}

/** A part of all rows. */
export interface Part {
  order: Order;
  /** Part of a value, in whatever case; '' is in all of them. */
  search: string;
  limit: number;
  offset: number;
}
