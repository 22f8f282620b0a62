/** Rows as the engine's JSONCompactEachRow, an array of values per line: the embedded engine accepts no binary format. */
import { mapInSlices } from '@footfall/process';
import { hexDigits, uuid, wholeNumber } from './column-values.ts';
import type { ColumnOf, ColumnType, ColumnValues, Table } from './port.ts';
import { clickhouseTime } from './time.ts';

type Texts = { readonly [Type in ColumnType]?: (value: ColumnValues[Type]) => unknown };

const unsigned64 = wholeNumber('UInt64');
const time = wholeNumber("DateTime64(3, 'UTC')");

/** Functions that write the values of a column, for types that are not written as they are in JSON. */
const texts: Texts = {
  UInt8: wholeNumber('UInt8'),
  UInt16: wholeNumber('UInt16'),
  UInt32: wholeNumber('UInt32'),
  // Sixteen hexadecimal digits are only exact as text.
  UInt64: (value) => (typeof value === 'number' ? unsigned64(value) : BigInt(`0x${hexDigits(value)}`).toString()),
  Int16: wholeNumber('Int16'),
  Int32: wholeNumber('Int32'),
  UUID: uuid,
  "DateTime64(3, 'UTC')": (value) => clickhouseTime(time(value)),
};

/** Resolves with the rows of one insert as bytes. Rejects with INTERNAL_ERROR for a value that its column cannot store. */
export async function encodeRows<Row>(table: Table<Row>, rows: readonly Row[]): Promise<Buffer> {
  const getters = table.columns.map((column) => getter<Row, ColumnType>(column));
  const lines = await mapInSlices(rows, (row) => `${JSON.stringify(getters.map((get) => get(row)))}\n`);
  return Buffer.from(lines.join(''));
}

function getter<Row, Type extends ColumnType>(column: ColumnOf<Row, Type>): (row: Row) => unknown {
  const write: Texts[Type] = texts[column.type];
  return write ? (row) => write(column.value(row)) : (row) => column.value(row);
}
