import { startProgress } from './progress.ts';

const { isTTY } = process.stderr;
afterEach(() => {
  process.stderr.isTTY = isTTY;
  jest.restoreAllMocks();
});

it('a progress bar turns off no mode of the terminal, because a command that is interrupted could not turn it on again', () => {
  let written = '';
  process.stderr.isTTY = true;
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  const progress = startProgress(10, 'events');
  progress.update(3);
  progress.stop();
  expect(written).toContain('of 10 events');
  // oxlint-disable-next-line no-control-regex -- the range is intended.
  expect(written).not.toMatch(/\u001b\[\?\d+l/);
});
