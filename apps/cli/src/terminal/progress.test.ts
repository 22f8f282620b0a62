import { startProgress } from './progress.ts';

const { isTTY } = process.stderr;
let written: string;
beforeEach(() => {
  written = '';
  process.stderr.isTTY = true;
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  process.stderr.isTTY = isTTY;
  jest.restoreAllMocks();
});

describe('a progress bar', () => {
  it('changes no mode of the terminal, because an interrupted command could not restore it', () => {
    const progress = startProgress('events', false, 10);
    progress.update(3);
    progress.stop();
    expect(written).toContain('of 10 events');
    // oxlint-disable-next-line no-control-regex -- the range is intended.
    expect(written).not.toMatch(/\u001b\[\?\d+l/);
  });

  it('restarts with each round, which has a separate total', () => {
    const progress = startProgress('ranges', false);
    for (const done of [1, 4]) progress.update(done, 4);
    progress.update(1, 2);
    progress.stop();
    expect([...written.matchAll(/\d+% of \d+ ranges/g)].map(([text]) => text)).toEqual([
      '0% of 4 ranges',
      '100% of 4 ranges',
      '0% of 2 ranges',
      '50% of 2 ranges',
    ]);
  });

  it('leaves room for its figures in a narrow terminal', () => {
    const { columns } = process.stderr;
    process.stderr.columns = 40;
    const progress = startProgress('bytes', false, 7_171_000);
    progress.update(7_171_000);
    progress.stop();
    process.stderr.columns = columns;
    expect(written).toContain('█ 100% of 7,171,000 bytes');
  });

  it.each([
    ['the command is quiet', true, 10, true],
    ['its end is not known', false, undefined, true],
    ['there is nothing to do', false, 0, true],
    ['the output is not a terminal', false, 10, false],
  ])('is not shown if %s', (_why, isQuiet, total, isTerminal) => {
    process.stderr.isTTY = isTerminal;
    const progress = startProgress('bytes', isQuiet, total);
    progress.update(3);
    progress.stop();
    expect(written).toBe('');
  });
});
