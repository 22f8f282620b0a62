/** What `footfall rebuild` and `footfall rollups` say, whatever the API answers. */
import type { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { runRebuild } from './rebuild.ts';
import { describeRebuild, type Rebuild } from './rebuild-state.ts';

const asked: Rebuild = {
  rebuildId: 'one',
  state: 'requested',
  requestedAt: '2026-03-01T00:00:00.000Z',
  done: 0,
  total: 0,
  finishedAt: null,
  error: null,
};
const finishedAt = '2026-03-01T00:01:00.000Z';
const quick = { isQuiet: true, lookIntervalMs: 0, signal: new AbortController().signal };

/** Gives these answers in turn, the last one for ever. */
function answering(...answers: Rebuild[]): AdminClient & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    async call<Data>(method: string, path: string, data: z.ZodType<Data>) {
      calls.push(`${method} ${path}`);
      return data.parse(answers[Math.min(calls.length, answers.length) - 1]);
    },
  };
}

describe('waiting for a rebuild', () => {
  it('asks once, and looks until it is done', async () => {
    const running: Rebuild = { ...asked, state: 'running', done: 3, total: 7 };
    const done: Rebuild = { ...running, state: 'done', done: 7, finishedAt };
    const admin = answering(asked, running, { ...running, state: 'exchanging' }, done);
    expect(await runRebuild(admin, quick)).toEqual(done);
    expect(admin.calls).toEqual([
      'POST /rollups/rebuild',
      'GET /rollups/rebuild/one',
      'GET /rollups/rebuild/one',
      'GET /rollups/rebuild/one',
    ]);
  });

  it('ends with the reason of one that failed', async () => {
    const failed: Rebuild = { ...asked, state: 'failed', error: 'No space left', finishedAt };
    await expect(runRebuild(answering(asked, failed), quick)).rejects.toThrow('the rebuild failed: No space left');
  });

  it('ends when no consumer takes it up, or when it does not move, with the time', async () => {
    await expect(runRebuild(answering(asked), { ...quick, takenUpMsMax: 0 })).rejects.toThrow(
      'no consumer has taken up the rebuild within 0 seconds',
    );
    const running: Rebuild = { ...asked, state: 'running', done: 3, total: 7 };
    await expect(runRebuild(answering(running), { ...quick, stuckMsMax: 0 })).rejects.toThrow(
      'the rebuild has not moved for 0 seconds',
    );
  });

  it('can be interrupted', async () => {
    const controller = new AbortController();
    const waiting = runRebuild(answering(asked), { ...quick, lookIntervalMs: 60_000, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toThrow(/abort/);
  });
});

it('says of a rebuild how it is', () => {
  expect(describeRebuild(asked)).toMatch(/asked for .* not yet taken up/);
  expect(describeRebuild({ ...asked, state: 'running', done: 1_000, total: 2_000 })).toBe(
    'running: 1,000 of 2,000 offsets',
  );
  expect(describeRebuild({ ...asked, state: 'exchanging' })).toMatch(/running/);
  expect(describeRebuild({ ...asked, state: 'done', finishedAt })).toMatch(/done at 2026-03-01T00:01/);
  expect(describeRebuild({ ...asked, state: 'failed', finishedAt, error: 'why' })).toMatch(/failed at .*: why/);
});
