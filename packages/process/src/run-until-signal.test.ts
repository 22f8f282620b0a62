/** Shutdown of a program, in a process that does not exit. */
import { StartError } from '@footfall/errors';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, type Logger } from './telemetry.ts';
import { drainDeadlineMs, type Lifetime, runUntilSignal } from './run-until-signal.ts';

/** Resolves with the first exit status. */
let exited: Promise<unknown>;
let printed: string;

beforeEach(() => {
  jest.useFakeTimers();
  printed = '';
  exited = new Promise((resolve) => {
    jest.spyOn(process, 'exit').mockImplementation((status) => resolve(status) as never);
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => (printed += text.toString()) !== '');
});
afterEach(() => {
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'unhandledRejection', 'uncaughtException']) {
    process.removeAllListeners(event);
  }
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const silent = createLogger('test', { write: () => {} });

/** Returns a logger, and the messages of the errors that are logged with it. */
function recordErrors(): { lines: string[]; logger: Logger } {
  const lines: string[] = [];
  const logger = createLogger('test', { write: (line) => void lines.push(JSON.parse(line).msg) });
  logger.level = 'error';
  return { lines, logger };
}

function run(start: (lifetime: Lifetime) => Promise<void>, logger: Logger = silent): void {
  void runUntilSignal(start, { logger });
}

describe('runUntilSignal', () => {
  it('A8 closes everything in reverse order on SIGTERM and exits with 0', async () => {
    const ended: string[] = [];
    run(async ({ onStop }) => {
      onStop('bus', async () => void ended.push('bus'));
      onStop('server', async () => void ended.push('server'));
    });
    process.emit('SIGTERM');
    expect(await exited).toBe(0);
    expect(ended).toEqual(['server', 'bus']);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('A8 does the same on %s', async (signal) => {
    const ended: string[] = [];
    run(async ({ onStop }) => onStop('server', async () => void ended.push('server')));
    process.emit(signal);
    expect(await exited).toBe(0);
    expect(ended).toEqual(['server']);
  });

  it('waits for the start to complete before it closes what was opened', async () => {
    const ended: string[] = [];
    let finishOpening: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      finishOpening = resolve;
    });
    run(async ({ onStop }) => {
      await opened;
      onStop('late', async () => void ended.push('late'));
    });
    process.emit('SIGTERM');
    finishOpening();
    expect(await exited).toBe(0);
    expect(ended).toEqual(['late']);
  });

  it('A9 exits with 1 on a second signal, which a third one does not repeat', async () => {
    const { lines, logger } = recordErrors();
    run(async ({ onStop }) => onStop('stuck', () => new Promise(() => undefined)), logger);
    for (let signal = 0; signal < 3; signal += 1) process.emit('SIGTERM');
    await jest.runAllTimersAsync();
    expect(await exited).toBe(1);
    expect(lines).toEqual(['SIGTERM again: exiting before everything has ended']);
  });

  it('A9 exits with 1 after a second signal although everything ends in time', async () => {
    let finishEnding: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      finishEnding = resolve;
    });
    run(async ({ onStop }) => onStop('slow', () => ended));
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    finishEnding();
    expect(await exited).toBe(1);
  });

  it('A9 exits with 1 when the deadline has passed', async () => {
    run(async ({ onStop }) => onStop('stuck', () => new Promise(() => undefined)));
    process.emit('SIGTERM');
    await jest.runAllTimersAsync();
    expect(await exited).toBe(1);
  });

  it('A9 names the parts that have not ended in time, and says that accepted events are kept', async () => {
    const { lines, logger } = recordErrors();
    run(async ({ onStop }) => {
      onStop('engine', async () => undefined);
      onStop('stuck', () => new Promise(() => undefined));
      onStop('server', async () => undefined);
    }, logger);
    process.emit('SIGTERM');
    await jest.runAllTimersAsync();
    expect(await exited).toBe(1);
    expect(lines).toEqual([
      'The shutdown timed out, still running: stuck. Accepted events are kept, and stored after the next start',
    ]);
  });

  it('A9 names the start if it has not completed in time', async () => {
    const { lines, logger } = recordErrors();
    run(() => new Promise(() => undefined), logger);
    process.emit('SIGTERM');
    await jest.runAllTimersAsync();
    expect(await exited).toBe(1);
    expect(lines).toEqual([expect.stringContaining('still running: the start.')]);
  });

  it.each(['systemd', 'compose'])('A9 exits well before %s kills the process', (supervisor) => {
    const root = join(__dirname, '../../..');
    const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
    const patienceSeconds =
      supervisor === 'systemd'
        ? /^TimeoutStopSec=(\d+)$/m.exec(textOf('infra/systemd/footfall.service'))?.[1]
        : /^x-app:[^]*?stop_grace_period: (\d+)s$/m.exec(textOf('docker-compose.yml'))?.[1];
    // Six seconds to end the rest at once, and four until the process has exited.
    expect(Number(patienceSeconds)).toBeGreaterThanOrEqual(drainDeadlineMs / 1_000 + 10);
  });

  it.each(['a second signal', 'the deadline'])(
    'A9 ends all other parts at once if one is stuck at %s',
    async (when) => {
      const ended: string[] = [];
      run(async ({ onStop }) => {
        onStop('engine', async () => void ended.push('engine'));
        onStop('stuck', () => new Promise(() => undefined));
      });
      process.emit('SIGTERM');
      if (when === 'a second signal') process.emit('SIGTERM');
      await jest.runAllTimersAsync();
      expect(await exited).toBe(1);
      expect(ended).toEqual(['engine']);
    },
  );

  it('A9 lets a slow part end on a second signal while another one is stuck', async () => {
    const ended: string[] = [];
    const slow = () => new Promise<void>((resolve) => setTimeout(() => resolve(void ended.push('engine')), 5_000));
    run(async ({ onStop }) => {
      onStop('engine', slow);
      onStop('stuck', () => new Promise(() => undefined));
    });
    const atExit = exited.then((status) => [status, ...ended]);
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    await jest.runAllTimersAsync();
    expect(await atExit).toEqual([1, 'engine']);
  });

  it.each([
    ['an unhandled rejection', () => process.emit('unhandledRejection', new Error('forgotten'), Promise.resolve())],
    ['an uncaught exception', () => process.emit('uncaughtException', new Error('forgotten'))],
  ])('A16 drains and exits with 1 after %s', async (_what, emit) => {
    const ended: string[] = [];
    run(async ({ onStop }) => onStop('server', async () => void ended.push('server')));
    emit();
    expect(await exited).toBe(1);
    expect(ended).toEqual(['server']);
  });

  it('A9 counts the first signal after a fault as the first', async () => {
    const { lines, logger } = recordErrors();
    let finishEnding: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      finishEnding = resolve;
    });
    run(async ({ onStop, fail }) => {
      onStop('slow', () => ended);
      fail(new Error('the consumption ended'));
    }, logger);
    process.emit('SIGTERM');
    finishEnding();
    expect(await exited).toBe(1);
    expect(lines).toEqual(['Stopping after a fault']);
  });

  it('drains and exits with 1 if a part reports that it failed', async () => {
    const ended: string[] = [];
    run(async ({ onStop, fail }) => {
      onStop('server', async () => void ended.push('server'));
      fail(new Error('the consumption ended'));
    });
    expect(await exited).toBe(1);
    expect(ended).toEqual(['server']);
  });

  it('ends all other parts and exits with 1 if one fails to end', async () => {
    const ended: string[] = [];
    run(async ({ onStop }) => {
      onStop('bus', async () => void ended.push('bus'));
      onStop('server', () => Promise.reject(new Error('no')));
    });
    process.emit('SIGTERM');
    expect(await exited).toBe(1);
    expect(ended).toEqual(['bus']);
  });

  it('prints a StartError as one line, closes what was opened and exits with its status', async () => {
    const ended: string[] = [];
    run(async ({ onStop }) => {
      onStop('bus', async () => void ended.push('bus'));
      throw new StartError('another process holds the directory', { exitCode: 2 });
    });
    expect(await exited).toBe(2);
    expect(printed).toBe('another process holds the directory\n');
    expect(ended).toEqual(['bus']);
  });

  it('exits with 1 after any other fault at startup', async () => {
    run(() => Promise.reject(new Error('broken')));
    expect(await exited).toBe(1);
    expect(printed).toBe('');
  });

  it('exits with the status of the first of several faults', async () => {
    run(async ({ fail }) => {
      fail(new Error('broken'));
      throw new StartError('another process holds the directory', { exitCode: 2 });
    });
    expect(await exited).toBe(1);
  });
});
