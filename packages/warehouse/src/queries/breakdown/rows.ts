/** The rows of a breakdown: their request and their result. */
import type { Goal } from '@footfall/schemas';
import type { Scope } from '../scope.ts';
import type { By } from './by.ts';
import type { Order, Sum, Sums } from './metrics.ts';

export interface Row {
  /** One for each dimension. */
  values: readonly string[];
  sums: Sums;
}

export interface Rows {
  rows: readonly Row[];
  /** The number of all rows, on this page or not. */
  total: number;
  /** The same rows in the compared range, in no order, as far as it has them; undefined without a comparison. */
  before: readonly Row[] | undefined;
}

/** The scope of the requested range, and that of the range it is compared with. */
export interface Scopes {
  scope: Scope;
  compared: Scope | undefined;
}

export interface RowsRequest {
  by: By;
  /** The others may be 0. */
  sums: ReadonlySet<Sum>;
  /** The goal whose conversions are counted. */
  goal: Goal | undefined;
  /** All of the workspace. */
  goals: readonly Goal[];
}

/** A position in all rows, and the most rows from there. */
export interface Span {
  offset: number;
  limit: number;
}

/** A page of all rows. */
export interface Page extends Span {
  order: Order;
  /** Case-insensitive substring of the value; '' matches every value. */
  search: string;
}

/** Reads rows that each contain the total. If the offset lies beyond the last row, the first row alone is read for it. */
export async function readCounted<Counted>(
  { offset, limit }: Span,
  read: (span: Span) => Promise<readonly Counted[]>,
  totalOf: (row: Counted) => number,
): Promise<{ rows: readonly Counted[]; total: number }> {
  const rows = await read({ offset, limit });
  const [first] = rows.length > 0 || offset === 0 ? rows : await read({ offset: 0, limit: 1 });
  return { rows, total: first ? totalOf(first) : 0 };
}
