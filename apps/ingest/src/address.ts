/** Internet addresses as text, brought to one form. */
import { isIP } from 'node:net';

const mappedHex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** `text` as a plain address: zone cut off, lower-case, IPv4 inside IPv6 (`::ffff:`) unwrapped; undefined when it is none. */
export function plainAddress(text: string): string | undefined {
  const zone = text.indexOf('%');
  const address = (zone === -1 ? text : text.slice(0, zone)).trim().toLowerCase();
  if (isIP(address) === 0) return undefined;
  if (!address.startsWith('::ffff:')) return address;
  const inner = address.slice('::ffff:'.length);
  if (isIP(inner) === 4) return inner;
  const hex = mappedHex.exec(address);
  if (!hex) return address;
  const bits = parseInt(hex[1] ?? '', 16) * 0x1_0000 + parseInt(hex[2] ?? '', 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}
