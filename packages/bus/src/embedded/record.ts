/** A record in the embedded log: checksum, place in bytes, value. */
import { crc32 } from 'node:zlib';

const checksumBytes = 4;
const headBytes = checksumBytes + 8;

export interface StoredRecord {
  /** Bytes of all values before this one since the log was made. */
  position: number;
  value: Uint8Array;
}

/** The bytes to store at `offset`, which the checksum covers too: a record in another's place is refused. */
export function encodeRecord(offset: number, { position, value }: StoredRecord): Buffer {
  const stored = Buffer.allocUnsafe(headBytes + value.length);
  stored.writeDoubleLE(position, checksumBytes);
  stored.set(value, headBytes);
  stored.writeUInt32LE(checksum(offset, stored), 0);
  return stored;
}

/** What `encodeRecord` stored. Throws when the bytes are not what was stored at `offset`. */
export function decodeRecord(offset: number, stored: Buffer): StoredRecord {
  if (stored.length < headBytes || stored.readUInt32LE(0) !== checksum(offset, stored)) {
    throw new Error(`record ${offset} does not match its checksum`);
  }
  return { position: stored.readDoubleLE(checksumBytes), value: stored.subarray(headBytes) };
}

function checksum(offset: number, stored: Buffer): number {
  return crc32(stored.subarray(checksumBytes), crc32(String(offset)));
}
