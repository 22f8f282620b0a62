/** A record in the embedded log: checksum, position in bytes, value. */
import { crc32 } from 'node:zlib';

const checksumBytes = 4;
const headBytes = checksumBytes + 8;

export interface StoredRecord {
  /** The total bytes of all earlier values, including those removed since. */
  position: number;
  value: Uint8Array;
}

/** Returns the bytes to store at `offset`. The checksum includes the offset, so that a record at the wrong offset is refused. */
export function encodeRecord(offset: number, { position, value }: StoredRecord): Buffer {
  const stored = Buffer.allocUnsafe(headBytes + value.length);
  stored.writeDoubleLE(position, checksumBytes);
  stored.set(value, headBytes);
  stored.writeUInt32LE(checksum(offset, stored), 0);
  return stored;
}

/** Decodes the bytes stored at `offset`. Throws if they do not match their checksum. */
export function decodeRecord(offset: number, stored: Buffer): StoredRecord {
  if (stored.length < headBytes || stored.readUInt32LE(0) !== checksum(offset, stored)) {
    throw new Error(`record ${offset} does not match its checksum`);
  }
  return { position: stored.readDoubleLE(checksumBytes), value: stored.subarray(headBytes) };
}

function checksum(offset: number, stored: Buffer): number {
  return crc32(stored.subarray(checksumBytes), crc32(String(offset)));
}
