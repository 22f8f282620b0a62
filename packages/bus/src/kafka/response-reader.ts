/** Reads a broker's response field by field, in Kafka's compact encoding. */
export class ResponseReader {
  readonly #response: Buffer;
  #at = 0;

  constructor(response: Buffer) {
    this.#response = response;
  }

  int16(): number {
    return this.bytes(2).readInt16BE();
  }

  int32(): number {
    return this.bytes(4).readInt32BE();
  }

  /** Throws if fewer bytes are left. */
  bytes(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#response.length) throw new Error('The broker uses a different protocol');
    const bytes = this.#response.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  skip(length: number): void {
    this.bytes(length);
  }

  skipText(): void {
    this.skip(this.#compactLength());
  }

  /** Skips fields of later versions, each of which starts with its length. */
  skipTags(): void {
    for (let count = this.#varint(); count > 0; count--) {
      this.#varint();
      this.skip(this.#varint());
    }
  }

  array<Item>(readItem: () => Item): Item[] {
    return Array.from({ length: this.#compactLength() }, readItem);
  }

  /** A length is encoded as its value plus one; 0 means null. */
  #compactLength(): number {
    return Math.max(0, this.#varint() - 1);
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.bytes(1).readUInt8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error('The broker uses a different protocol');
  }
}
