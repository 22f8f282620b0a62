import { EventEmitter } from 'node:events';
import { StartError } from '@footfall/errors';
import { createLogger } from './telemetry.ts';
import { type HostProcess, type Lifetime, runUntilSignal } from './run-until-signal.ts';

/** A process that can end without ending this one; `exited` resolves with the first exit status. */
class Host extends EventEmitter implements HostProcess {
  readonly exited: Promise<number>;
  printed = '';
  readonly stderr = { write: (text: string) => (this.printed += text) };
  exit: (code: number) => void = () => undefined;

  constructor() {
    super();
    this.exited = new Promise((resolve) => {
      this.exit = resolve;
    });
  }
}

const logger = createLogger('test', 'silent', false);

function run(
  start: (lifetime: Lifetime) => Promise<void>,
  times: { deadlineMs?: number; hurryMs?: number } = {},
): Host {
  const host = new Host();
  void runUntilSignal(start, { logger, host, ...times });
  return host;
}

describe('runUntilSignal', () => {
  it('A8 ends what was opened in reverse order at SIGTERM and exits with 0', async () => {
    const ended: string[] = [];
    const host = run(async ({ onStop }) => {
      onStop('bus', async () => void ended.push('bus'));
      onStop('server', async () => void ended.push('server'));
    });
    host.emit('SIGTERM');
    expect(await host.exited).toBe(0);
    expect(ended).toEqual(['server', 'bus']);
  });

  it('stops at SIGINT too', async () => {
    const host = run(async () => undefined);
    host.emit('SIGINT');
    expect(await host.exited).toBe(0);
  });

  it('waits for a start under way before it ends what that opened', async () => {
    const ended: string[] = [];
    let finishOpening: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      finishOpening = resolve;
    });
    const host = run(async ({ onStop }) => {
      await opened;
      onStop('late', async () => void ended.push('late'));
    });
    host.emit('SIGTERM');
    finishOpening();
    expect(await host.exited).toBe(0);
    expect(ended).toEqual(['late']);
  });

  it('A9 exits with 1 at a second signal', async () => {
    const host = run(async ({ onStop }) => onStop('stuck', () => new Promise(() => undefined)), { hurryMs: 1 });
    host.emit('SIGTERM');
    host.emit('SIGTERM');
    expect(await host.exited).toBe(1);
  });

  it('A9 exits with 1 after a second signal although everything ends in time', async () => {
    let finishEnding: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      finishEnding = resolve;
    });
    const host = run(async ({ onStop }) => onStop('slow', () => ended));
    host.emit('SIGTERM');
    host.emit('SIGTERM');
    finishEnding();
    expect(await host.exited).toBe(1);
  });

  it('A9 exits with 1 when the deadline has passed', async () => {
    const host = run(async ({ onStop }) => onStop('stuck', () => new Promise(() => undefined)), {
      deadlineMs: 10,
      hurryMs: 1,
    });
    host.emit('SIGTERM');
    expect(await host.exited).toBe(1);
  });

  it.each(['a second signal', 'the deadline'])(
    'A9 has the others end at once when one part is stuck at %s',
    async (when) => {
      const ended: string[] = [];
      const host = run(
        async ({ onStop }) => {
          onStop('engine', async () => void ended.push('engine'));
          onStop('stuck', () => new Promise(() => undefined));
        },
        { hurryMs: 100, ...(when === 'the deadline' && { deadlineMs: 1 }) },
      );
      host.emit('SIGTERM');
      if (when === 'a second signal') host.emit('SIGTERM');
      expect(await host.exited).toBe(1);
      expect(ended).toEqual(['engine']);
    },
  );

  it('A16 drains and exits with 1 after an unhandled rejection', async () => {
    const ended: string[] = [];
    const host = run(async ({ onStop }) => onStop('server', async () => void ended.push('server')));
    host.emit('unhandledRejection', new Error('forgotten'));
    expect(await host.exited).toBe(1);
    expect(ended).toEqual(['server']);
  });

  it('drains and exits with 1 when a part reports that it failed', async () => {
    const ended: string[] = [];
    const host = run(async ({ onStop, fail }) => {
      onStop('server', async () => void ended.push('server'));
      fail(new Error('the consumption ended'));
    });
    expect(await host.exited).toBe(1);
    expect(ended).toEqual(['server']);
  });

  it('ends the rest and exits with 1 when one part does not end well', async () => {
    const ended: string[] = [];
    const host = run(async ({ onStop }) => {
      onStop('bus', async () => void ended.push('bus'));
      onStop('server', () => Promise.reject(new Error('no')));
    });
    host.emit('SIGTERM');
    expect(await host.exited).toBe(1);
    expect(ended).toEqual(['bus']);
  });

  it('prints a StartError as one line and exits with its status after ending what was opened', async () => {
    const ended: string[] = [];
    const host = run(async ({ onStop }) => {
      onStop('bus', async () => void ended.push('bus'));
      throw new StartError('another process holds the directory', { exitCode: 2 });
    });
    expect(await host.exited).toBe(2);
    expect(host.printed).toBe('another process holds the directory\n');
    expect(ended).toEqual(['bus']);
  });

  it('exits with 1 for any other fault at the start', async () => {
    const host = run(() => Promise.reject(new Error('broken')));
    expect(await host.exited).toBe(1);
    expect(host.printed).toBe('');
  });
});
