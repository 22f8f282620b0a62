/** Rows as one block of ClickHouse's Native format: column by column, each with its name, its type and its values. */
import { hexDigits, uuid, wholeNumber } from '../column-values.ts';
import type { ColumnOf, ColumnType, ColumnValues, Table } from '../port.ts';

/** The expected bytes of a value, and the expected length of a column's name and type in values: a block that needs more space grows. */
const bytesOfValue = 8;
const bytesOfHead = 8;
/** The length in characters up to which a loop is faster than a native call. */
const shortText = 32;
/** The position of the two digits of each byte, in the order of the bytes: eight with the lowest first, and for a UUID another eight. */
const hexDigitPlaces = [14, 12, 10, 8, 6, 4, 2, 0];
const uuidDigitPlaces = [16, 14, 11, 9, 6, 4, 2, 0, 34, 32, 30, 28, 26, 24, 21, 19];
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const two32 = 4_294_967_296;
const unsigned64 = wholeNumber('UInt64');
const time = wholeNumber("DateTime64(3, 'UTC')");

/** Functions that write the values of a column, by its type. */
type Writers = { readonly [Type in ColumnType]: (block: Block, values: readonly ColumnValues[Type][]) => void };

const writers: Writers = {
  String: each((block, value) => block.text(value)),
  Bool: each((block, value) => block.bytes(value ? 1 : 0, 1)),
  UInt8: whole('UInt8', 1),
  UInt16: whole('UInt16', 2),
  UInt32: whole('UInt32', 4),
  UInt64: each((block, value) =>
    typeof value === 'number' ? block.whole64(unsigned64(value)) : block.hex(hexDigits(value), hexDigitPlaces),
  ),
  Int16: whole('Int16', 2),
  Int32: whole('Int32', 4),
  UUID: each((block, value) => block.hex(uuid(value), uuidDigitPlaces)),
  "DateTime64(3, 'UTC')": each((block, value) => block.whole64(time(value))),
  'Array(String)': writeLists,
};

function each<Value>(write: (block: Block, value: Value) => void): (block: Block, values: readonly Value[]) => void {
  return (block, values) => {
    for (const value of values) write(block, value);
  };
}

function whole(type: 'UInt8' | 'UInt16' | 'UInt32' | 'Int16' | 'Int32', bytes: number) {
  const checked = wholeNumber(type);
  return each<number>((block, value) => block.bytes(checked(value), bytes));
}

/** Returns the rows as one block, which the engine stores whole or not at all. Throws INTERNAL_ERROR for a value that its column cannot store. */
export function encodeNative<Row>(table: Table<Row>, rows: readonly Row[]): Buffer {
  const block = new Block(table.columns.length * (rows.length + bytesOfHead) * bytesOfValue);
  block.varint(table.columns.length);
  block.varint(rows.length);
  for (const column of table.columns) {
    block.text(column.name);
    block.text(column.type);
    writeColumn(block, column, rows);
  }
  return block.end();
}

function writeColumn<Row, Type extends ColumnType>(
  block: Block,
  column: ColumnOf<Row, Type>,
  rows: readonly Row[],
): void {
  const values = rows.map((row) => column.value(row));
  writers[column.type](block, values);
}

/** Writes the position at which each list ends, then all of their texts. */
function writeLists(block: Block, lists: readonly (readonly string[])[]): void {
  let end = 0;
  for (const list of lists) block.whole64((end += list.length));
  for (const text of lists.flat()) block.text(text);
}

/** A growing buffer. All numbers are little-endian. */
class Block {
  #bytes: Buffer;
  #end = 0;
  #lastText = '';
  /** The position of `#lastText`, including the length before it. */
  #lastStart = 0;
  #lastEnd = 0;

  constructor(bytesAtFirst: number) {
    this.#bytes = Buffer.allocUnsafe(bytesAtFirst);
  }

  end(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Writes the lowest `count` bytes, at most four, of a whole number. */
  bytes(value: number, count: number): void {
    this.#reserve(count);
    for (let shift = 0; shift < count; shift += 1) this.#bytes[this.#end++] = value >>> (8 * shift);
  }

  /** Writes a whole number as eight bytes. */
  whole64(value: number): void {
    this.bytes(value % two32, 4);
    this.bytes(Math.floor(value / two32), 4);
  }

  /** Writes one byte for each of `positions` in `digits`. */
  hex(digits: string, positions: readonly number[]): void {
    this.#reserve(positions.length);
    for (const position of positions) {
      const high = digitValues[digits.charCodeAt(position)] ?? 0;
      this.#bytes[this.#end++] = high * 16 + (digitValues[digits.charCodeAt(position + 1)] ?? 0);
    }
  }

  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#end++] = (rest & 127) | 128;
    this.#bytes[this.#end++] = rest;
  }

  /** Writes the length in bytes, then UTF-8. */
  text(value: string): void {
    // Consecutive events often have the same value.
    if (value === this.#lastText && this.#lastEnd > 0) return this.#repeatText();
    this.#lastText = value;
    const isShort = value.length <= shortText;
    this.#reserve(5 + 3 * value.length);
    this.#lastStart = this.#end;
    if (!isShort || !this.#shortAscii(value)) this.#longText(value);
    this.#lastEnd = this.#end;
  }

  #repeatText(): void {
    const length = this.#lastEnd - this.#lastStart;
    this.#reserve(length);
    if (length > shortText) this.#bytes.copyWithin(this.#end, this.#lastStart, this.#lastEnd);
    else
      for (let index = 0; index < length; index += 1)
        this.#bytes[this.#end + index] = this.#bytes[this.#lastStart + index] ?? 0;
    this.#end += length;
  }

  /** Returns false if the text is not ASCII; nothing is written then. */
  #shortAscii(value: string): boolean {
    const bytes = this.#bytes;
    let end = this.#end;
    bytes[end++] = value.length;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code > 127) return false;
      bytes[end++] = code;
    }
    this.#end = end;
    return true;
  }

  #longText(value: string): void {
    const length = Buffer.byteLength(value);
    this.varint(length);
    this.#end += this.#bytes.write(value, this.#end);
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + bytes));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
