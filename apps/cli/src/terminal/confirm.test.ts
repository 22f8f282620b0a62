/** The confirmation of actions that cannot be undone, on a terminal. */
import { PassThrough } from 'node:stream';
import { confirm } from './confirm.ts';

const { stdin } = process;
let written: string;
beforeEach(() => {
  written = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  Object.defineProperty(process, 'stdin', { value: stdin });
  jest.restoreAllMocks();
});

/** Prompts a user who types `reply` and then ends the input. */
function prompted(reply: string): Promise<void> {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  Object.defineProperty(process, 'stdin', { value: keyboard });
  keyboard.end(reply);
  return confirm('Delete everything?', undefined);
}

it.each(['y', 'Y', 'yes', ' YES '])('"%s" confirms', async (reply) => {
  await prompted(`${reply}\n`);
  expect(written).toContain('Delete everything? [y/N] ');
});

it.each(['', 'n', 'no', 'yesterday', 'okay'])('"%s" does not confirm', async (reply) => {
  await expect(prompted(`${reply}\n`)).rejects.toThrow('nothing was changed');
});

it.each([
  ['Ctrl-C', '\u0003', true],
  ['Ctrl-D', '\u0004', true],
  ['the end of the input', '', false],
])('%s does not confirm, and ends the line', async (_name, typed, isTerminal) => {
  const { isTTY } = process.stderr;
  process.stderr.isTTY = isTerminal;
  await expect(prompted(typed)).rejects.toThrow('nothing was changed');
  process.stderr.isTTY = isTTY;
  expect(written).toMatch(/\n$/);
});
