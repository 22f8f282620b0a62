/** Reads rows of a known shape. */
import { z } from 'zod';
import type { Statement, Warehouse } from './port.ts';

/** Resolves with the rows of a statement, each checked against `row`: a difference between SQL and schema is a fault, not a wrong number. */
export async function readRows<Row extends z.ZodType>(
  warehouse: Pick<Warehouse, 'read'>,
  row: Row,
  statement: Statement,
): Promise<z.output<Row>[]> {
  return z.array(row).parse(await warehouse.read<unknown>(statement));
}
