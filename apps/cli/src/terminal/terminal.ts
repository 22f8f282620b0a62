/** The only place that writes to the terminal: no text from elsewhere can move its cursor, change its colours or reverse its direction. */
import { escapeUnprintable } from '@footfall/schemas';

const escape = '\u001b';
/** Line ends, and the bold of a table's head. */
const ours = new RegExp(`(\n|${escape}\\[(?:1|22)m)`);

/** Writes a result of any number of lines, by default to stdout. JSON keeps the same characters as escapes. */
export function writeResult(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  const pieces = text.split(ours).map((piece, index) => (index % 2 === 1 ? piece : escapeUnprintable(piece)));
  stream.write(`${pieces.join('')}\n`);
}

/** Writes the text of a file, with CRLF line ends: unchanged to a file or a pipe, and like a result to a terminal. */
export function writeFileText(text: string): void {
  if (process.stdout.isTTY) writeResult(text.trimEnd().replaceAll('\r\n', '\n'));
  else process.stdout.write(text);
}

/** Writes a message to stderr, always as one line. */
export function writeMessage(text: string): void {
  process.stderr.write(`${escapeUnprintable(text)}\n`);
}
