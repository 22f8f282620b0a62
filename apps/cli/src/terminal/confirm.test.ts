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

/** Prompts a user who types `reply`. */
function prompted(reply: string): Promise<void> {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  Object.defineProperty(process, 'stdin', { value: keyboard });
  keyboard.end(`${reply}\n`);
  return confirm('Delete everything?', undefined);
}

it.each(['y', 'Y', 'yes', ' YES '])('"%s" confirms', async (reply) => {
  await prompted(reply);
  expect(written).toContain('Delete everything? [y/N] ');
});

it.each(['', 'n', 'no', 'yesterday', 'okay'])('"%s" does not confirm', async (reply) => {
  await expect(prompted(reply)).rejects.toThrow('nothing was changed');
});
