/** `footfall rebuild`, for every response of the API. */
import type { Rollups } from '@footfall/schemas';
import { Command } from 'commander';
import type { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { addRebuildCommand, runRebuild } from './rebuild.ts';

// Pauses advance a fake clock at once; Jest's fake timers do not include those of promises.
jest.mock('node:timers/promises', () => ({
  async setTimeout(pauseMs: number, _value: undefined, { signal }: { signal: AbortSignal }) {
    signal.throwIfAborted();
    jest.advanceTimersByTime(pauseMs);
  },
}));

const requested: Rollups = {
  batch: 7,
  at: '2026-03-01T00:00:00.000Z',
  ageSeconds: 0,
  isComplete: false,
  events: 9,
  eventsRolledUp: 9,
  lagEvents: 0,
  tables: [],
};
const quietly = { isQuiet: true, signal: new AbortController().signal };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Returns these responses in turn, and then repeats the last one. */
function respondingWith(...responses: Rollups[]): AdminClient & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    async call<Data>(method: string, path: string, data: z.ZodType<Data>) {
      calls.push(`${method} ${path}`);
      return data.parse(responses[Math.min(calls.length, responses.length) - 1]);
    },
  };
}

describe('a rebuild', () => {
  it('is requested once, and the command waits until the rollups are complete', async () => {
    const running = { ...requested, batch: 8, eventsRolledUp: 4, lagEvents: 5 };
    const complete = { ...requested, batch: 9, isComplete: true };
    const admin = respondingWith(requested, running, complete);
    expect(await runRebuild(admin, quietly)).toEqual(complete);
    expect(admin.calls).toEqual(['POST /rollups/rebuild', 'GET /rollups', 'GET /rollups']);
  });

  it.each([
    ['rebuild', 'Rebuilt the rollups: 9 events\n'],
    ['rebuild --json', `${JSON.stringify({ ...requested, isComplete: true }, null, 2)}\n`],
  ])('prints its result: %s', async (args, printed) => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const program = new Command();
    addRebuildCommand(program, () => respondingWith(requested, { ...requested, isComplete: true }));
    await program.parseAsync(args.split(' '), { from: 'user' });
    expect(write.mock.calls).toEqual([[printed]]);
  });

  it('fails when it makes no progress, and says for how long', async () => {
    await expect(runRebuild(respondingWith(requested), quietly)).rejects.toThrow(
      'the rebuild made no progress for 120 seconds: is a consumer running?',
    );
  });

  it('may take any time while it makes progress', async () => {
    const batches = Array.from({ length: 300 }, (_, index) => ({ ...requested, batch: index }));
    const complete = { ...requested, batch: 300, isComplete: true };
    expect(await runRebuild(respondingWith(...batches, complete), quietly)).toEqual(complete);
  });

  it('continues without the command after an interruption', async () => {
    const signal = AbortSignal.abort();
    await expect(runRebuild(respondingWith(requested), { ...quietly, signal })).rejects.toThrow('aborted');
  });
});
