/**
 * Looks up addresses in a database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/), read from disk page by page:
 * the city databases are 63 and 71 MB, which readers of this format keep in memory.
 */
import { isIP } from 'node:net';
import { ipv6Groups } from '@footfall/http';
import { PagedFile } from './paged-file.ts';

const marker = '\xab\xcd\xefMaxMind.com';
/** The metadata is within this many bytes of the end. */
const metadataBytesMax = 131_072;
const separatorBytes = 16;
/** The maximum nesting of values, including pointers; a database with deeper ones is damaged. */
const depthMax = 16;
const ipv4Bits = 32;
const ipv6Bits = 128;
const networkBits = 16;
const notWalked = -1;
const zero = '0'.charCodeAt(0);

const type = { pointer: 1, text: 2, map: 7, array: 11, boolean: 14 } as const;
/** The offset added to a pointer of each size, so that no position has two pointers. */
const pointerOffsets = [0, 2_048, 526_336, 0] as const;

interface Decoded {
  value: unknown;
  /** The position after it. */
  end: number;
}

export class AddressDatabase {
  /** True if it has IPv6 addresses; it always has IPv4 addresses. */
  readonly hasIpv6: boolean;
  readonly #file: PagedFile;
  readonly #nodes: number;
  readonly #recordBits: number;
  readonly #dataStart: number;
  readonly #ipv4Node: number;
  /** The node of each IPv4 network, half of the way to its addresses. */
  readonly #networks = new Float64Array(2 ** networkBits).fill(notWalked);

  /** Throws if the file cannot be read or is in another format. */
  constructor(path: string) {
    this.#file = new PagedFile(path);
    try {
      const metadata = this.#metadata();
      this.#nodes = count(metadata, 'node_count');
      this.#recordBits = count(metadata, 'record_size');
      if (![24, 28, 32].includes(this.#recordBits)) throw new Error(`records of ${this.#recordBits} bits`);
      this.#dataStart = (this.#nodes * this.#recordBits) / 4 + separatorBytes;
      this.hasIpv6 = count(metadata, 'ip_version') === 6;
      this.#ipv4Node = this.hasIpv6 ? this.#walk(0, new Uint8Array(ipv6Bits / 8), 0, ipv6Bits - ipv4Bits) : 0;
    } catch (error) {
      this.#file.close();
      throw new Error(`${path} is not a database in MaxMind format`, { cause: error });
    }
  }

  /** Returns the position of an address's record, which many addresses share; undefined if there is none, or if `address` is not an address. Throws if the file cannot be read or is damaged. */
  find(address: string): number | undefined {
    const version = isIP(address);
    if (version === 0 || (version === 6 && !this.hasIpv6)) return undefined;
    const found = version === 4 ? this.#walkIpv4(ipv4Bytes(address)) : this.#walk(0, ipv6Bytes(address), 0, ipv6Bits);
    return found <= this.#nodes ? undefined : this.#dataStart + found - this.#nodes - separatorBytes;
  }

  /** Returns the record at a position that `find` returned. Throws if the file cannot be read or is damaged. */
  recordAt(position: number): unknown {
    return this.#decode(position, this.#dataStart).value;
  }

  /** Continues from the node of the address's network, if that is known. */
  #walkIpv4(bytes: Uint8Array): number {
    const network = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
    const known = this.#networks[network] ?? notWalked;
    const node = known === notWalked ? this.#walk(this.#ipv4Node, bytes, 0, networkBits) : known;
    this.#networks[network] = node;
    return this.#walk(node, bytes, networkBits, ipv4Bits);
  }

  /** Follows the bits `from` to `to` of an address down the tree. Returns a node, or a number above that of the nodes, which leads to a record. */
  #walk(start: number, bits: Uint8Array, from: number, to: number): number {
    let node = start;
    for (let index = from; index < to && node < this.#nodes; index += 1) {
      const isRight = (((bits[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1;
      node = this.#child(node, isRight);
    }
    return node;
  }

  #child(node: number, isRight: boolean): number {
    const bytes = this.#recordBits / 4;
    const start = node * bytes;
    if (this.#recordBits !== 28) return this.#file.uintAt(start + (isRight ? bytes / 2 : 0), bytes / 2);
    // The middle byte has the highest four bits of both.
    const middle = this.#file.byteAt(start + 3);
    const high = isRight ? middle & 0x0f : middle >> 4;
    return high * 2 ** 24 + this.#file.uintAt(start + (isRight ? 4 : 0), 3);
  }

  #metadata(): unknown {
    const length = Math.min(metadataBytesMax, this.#file.size);
    const found = this.#file.tail(length).lastIndexOf(marker, undefined, 'latin1');
    if (found < 0) throw new Error('no metadata');
    const start = this.#file.size - length + found + marker.length;
    return this.#decode(start, start).value;
  }

  /** Returns the value at a position; pointers count from `base`. */
  #decode(position: number, base: number, depth = 0): Decoded {
    if (depth > depthMax) throw new Error('values are nested too deeply');
    const control = this.#file.byteAt(position);
    const kind = control >> 5 || this.#file.byteAt(position + 1) + 7;
    const start = position + (control >> 5 === 0 ? 2 : 1);
    if (kind === type.pointer) return this.#follow(control, start, base, depth);
    const { size, at } = this.#size(control & 0x1f, start);
    if (kind === type.boolean) return { value: size === 1, end: at };
    if (kind === type.map) return this.#decodeMap(size, at, base, depth);
    if (kind === type.array) return this.#decodeList(size, at, base, depth);
    return { value: this.#scalar(kind, at, size), end: at + size };
  }

  #follow(control: number, start: number, base: number, depth: number): Decoded {
    const size = (control >> 3) & 3;
    const low = this.#file.uintAt(start, size + 1);
    const pointer = (size === 3 ? low : (control & 7) * 256 ** (size + 1) + low) + (pointerOffsets[size] ?? 0);
    return { value: this.#decode(base + pointer, base, depth + 1).value, end: start + size + 1 };
  }

  #size(short: number, at: number): { size: number; at: number } {
    if (short < 29) return { size: short, at };
    const length = short - 28;
    const offset = [29, 285, 65_821][length - 1] ?? 0;
    return { size: offset + this.#file.uintAt(at, length), at: at + length };
  }

  #decodeMap(size: number, at: number, base: number, depth: number): Decoded {
    const pairs: [name: string, value: unknown][] = [];
    let end = at;
    for (let index = 0; index < size; index += 1) {
      const name = this.#decode(end, base, depth + 1);
      const item = this.#decode(name.end, base, depth + 1);
      pairs.push([String(name.value), item.value]);
      end = item.end;
    }
    return { value: Object.fromEntries(pairs), end };
  }

  #decodeList(size: number, at: number, base: number, depth: number): Decoded {
    const value: unknown[] = [];
    let end = at;
    for (let index = 0; index < size; index += 1) {
      const item = this.#decode(end, base, depth + 1);
      value.push(item.value);
      end = item.end;
    }
    return { value, end };
  }

  /** Returns text or an unsigned integer of up to 32 bits; undefined for other values, which are not needed. */
  #scalar(kind: number, at: number, size: number): unknown {
    if (kind === type.text) return this.#file.textAt(at, size);
    return size <= 4 ? this.#file.uintAt(at, size) : undefined;
  }
}

function count(metadata: unknown, name: string): number {
  const value: unknown = typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, name) : undefined;
  if (typeof value !== 'number') throw new Error(`no ${name}`);
  return value;
}

function ipv4Bytes(address: string): Uint8Array {
  const bytes = new Uint8Array(ipv4Bits / 8);
  let at = 0;
  for (let index = 0; index < address.length; index += 1) {
    const digit = address.charCodeAt(index) - zero;
    if (digit < 0) at += 1;
    else bytes[at] = (bytes[at] ?? 0) * 10 + digit;
  }
  return bytes;
}

function ipv6Bytes(address: string): Uint8Array {
  const bytes = Buffer.alloc(ipv6Bits / 8);
  for (const [index, group] of ipv6Groups(address).entries()) bytes.writeUInt16BE(parseInt(group, 16), 2 * index);
  return bytes;
}
