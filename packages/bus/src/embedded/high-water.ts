/** The highest end offset of the log, in a separate file: LMDB does not notice if damage reverts it to an older state. */
import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const bodyBytes = 8;
const fileBytes = bodyBytes + 4;

/** Written after each durable append, without a sync: after a power failure it may be behind the log, but never ahead of it. */
export class HighWater {
  readonly #file: number;
  readonly #bytes = Buffer.alloc(fileBytes);
  /** The end offset that was recorded last; 0 in a new file. */
  readonly found: number;

  /** Opens or creates the file. Throws if it is damaged. */
  constructor(path: string) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.found = this.#read();
  }

  note(endOffset: number): void {
    this.#bytes.writeDoubleLE(endOffset, 0);
    this.#bytes.writeUInt32LE(crc32(this.#bytes.subarray(0, bodyBytes)), bodyBytes);
    writeSync(this.#file, this.#bytes, 0, fileBytes, 0);
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(): number {
    const length = readSync(this.#file, this.#bytes, 0, fileBytes, 0);
    if (length === 0) {
      this.note(0);
      fsyncSync(this.#file);
      return 0;
    }
    if (length !== fileBytes || this.#bytes.readUInt32LE(bodyBytes) !== crc32(this.#bytes.subarray(0, bodyBytes))) {
      throw new Error('the high-water mark does not match its checksum');
    }
    return this.#bytes.readDoubleLE(0);
  }
}
