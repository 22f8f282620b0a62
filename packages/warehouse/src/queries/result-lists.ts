/** The lists of a result, as its schema declares them, so that each can be written as a table. */
import { z } from 'zod';

/** A list of a query's result. */
export interface ResultList {
  /** The field of the result that contains it. */
  name: string;
  description: string;
  /** The columns of its entries: their fields, or the list's own name if they are plain texts. */
  columns: readonly Column[];
}

interface Column {
  /** A field of an object within the entry has both names: `previous_visitors`. */
  name: string;
  isOptional: boolean;
}

/** Returns the lists of `result`, in its order. A list of names from an enumeration, such as `metrics`, repeats the request and is omitted. */
export function resultLists(result: z.ZodObject): ResultList[] {
  return Object.entries(result.shape).flatMap(([name, field]) => {
    const list = unwrapped(field);
    if (!(list instanceof z.ZodArray) || list.element instanceof z.ZodEnum) return [];
    const { element } = list;
    const columns = columnsOf(element, { name: '', isOptional: false });
    const description = (field instanceof z.ZodType && field.description) || '';
    return [
      {
        name,
        description,
        columns: columns.map((column) => (column.name === '' ? { ...column, name } : column)),
      },
    ];
  });
}

function columnsOf(schema: unknown, column: Column): Column[] {
  if (schema instanceof z.ZodOptional) return columnsOf(schema.unwrap(), { ...column, isOptional: true });
  if (!(schema instanceof z.ZodObject)) return [column];
  return Object.entries(schema.shape).flatMap(([field, inner]) =>
    columnsOf(inner, { ...column, name: columnName(column.name, field) }),
  );
}

/** Returns the name of the column for `field` of the object or list in the column `outer`; empty for the entry itself. */
export function columnName(outer: string, field: string): string {
  return outer === '' ? field : `${outer}_${field}`;
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema;
}
