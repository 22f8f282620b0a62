/** How far the log had come, in a file of its own: LMDB alone cannot tell when damage made it fall back to an older state. */
import { closeSync, constants, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const bodyBytes = 8;
const fileBytes = bodyBytes + 4;

/** Written after each durable append without a sync of its own: it may fall behind the log when the power fails, never be ahead of it. */
export class HighWater {
  readonly #file: number;
  readonly #bytes = Buffer.alloc(fileBytes);
  /** The end offset last noted; 0 in a new file. */
  readonly found: number;

  /** Opens or makes the file. Throws when what is in it is not what was written. */
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
