/** Reads rows in a known shape. */
import { z } from 'zod';
import type { Statement, Warehouse } from '../../driver/port.ts';

/** A count or sum in a row. ClickHouse writes 64-bit numbers as text or as digits, by its settings; exact to 2^53. */
export const integer = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);

/** The statement's rows, each checked against `row`: a difference between SQL and schema is a fault, not a wrong number. */
export async function readRows<Row extends z.ZodType>(
  warehouse: Pick<Warehouse, 'read'>,
  row: Row,
  statement: Statement,
): Promise<z.output<Row>[]> {
  return z.array(row).parse(await warehouse.read<unknown>(statement));
}
