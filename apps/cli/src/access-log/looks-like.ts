/** Describes a file that has no readable lines. */
import { parseObject } from './formats/json.ts';

const signatures: readonly (readonly [offset: number, bytes: Buffer, what: string])[] = [
  [0, Buffer.from('PK\u0003\u0004'), 'a zip archive: unpack it first'],
  [0, Buffer.from('BZh'), 'a bzip2 file: unpack it with bunzip2'],
  [0, Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a]), 'an xz file: unpack it with unxz'],
  [0, Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'a Zstandard file: unpack it with unzstd'],
  [0, Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), 'a 7z archive: unpack it first'],
  [257, Buffer.from('ustar'), 'a tar archive: unpack it first'],
];
const utf16 = 'UTF-16 text: convert it with iconv -f UTF-16 -t UTF-8';
const namesShown = 8;

/** `head` is the beginning of the file, decompressed. */
export function looksLike(head: Buffer): string {
  const found = signatures.find(([offset, bytes]) => head.subarray(offset, offset + bytes.length).equals(bytes));
  if (found) return found[2];
  if (isUtf16(head)) return utf16;
  if (head.includes(0)) return 'binary data';
  const text = head.toString().trimStart();
  const [first = ''] = text.split('\n', 1);
  const json = parseObject(first);
  if (json) return `JSON with the fields ${Object.keys(json).slice(0, namesShown).join(', ')}`;
  if (text.startsWith('[')) return 'a JSON array';
  if (text.startsWith('{')) return 'JSON over several lines';
  if (text.startsWith('<')) return 'HTML or XML';
  if (/\S \S+ \S+ \[\d{2}\/[A-Z][a-z]{2}\/\d{4}:/.test(first)) return 'an access log with something before each line';
  return 'text of another kind';
}

/** Returns true for text with a byte order mark, or with a 0 in every other byte of its beginning. */
function isUtf16(head: Buffer): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  const bytes = [...head.subarray(0, 16)];
  const isZero = (parity: number) => bytes.every((byte, index) => (index % 2 === parity) === (byte === 0));
  return bytes.length > 1 && (isZero(0) || isZero(1));
}
