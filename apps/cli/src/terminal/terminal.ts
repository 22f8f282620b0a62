/** The one place where text leaves for the terminal: nothing that came from elsewhere can move its cursor, change its colours or turn text around. */
import { escapeUnprintable } from '@footfall/schemas';

const escape = '\u001b';
/** Line ends, and the bold of a table's head. */
const ours = new RegExp(`(\n|${escape}\\[(?:1|22)m)`);

/** Writes a result, of any number of lines, to stdout. In JSON the escapes stand for the same characters. */
export function writeResult(text: string): void {
  const pieces = text.split(ours).map((piece, index) => (index % 2 === 1 ? piece : escapeUnprintable(piece)));
  process.stdout.write(`${pieces.join('')}\n`);
}

/** Writes a message to stderr, as one line whatever it contains. */
export function writeMessage(text: string): void {
  process.stderr.write(`${escapeUnprintable(text)}\n`);
}
