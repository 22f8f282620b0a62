/** Reports to a state, which cannot be reached for a while. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteMs, readIntake } from '@footfall/schemas';
import { openState, type State } from '@footfall/state';
import { until, wrapPort } from '@footfall/test-servers';
import { pageview } from '../../pipeline/arrival.fixture.ts';
import { newDraft } from '../../pipeline/draft.ts';
import { IntakeReporter } from './intake-reporter.ts';

const workspaceId = 'ws_0000000000000001';
const { event } = newDraft(pageview());

describe('intake reports', () => {
  let directory: string;
  let state: State;
  let nowMs = Date.UTC(2026, 2, 1, 12);
  let isAway = false;
  let puts = 0;
  /** Each put waits for it. */
  let held: Promise<unknown> | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-reports-'));
    state = await openState({ DATA_DIR: directory }, { now: () => nowMs });
    isAway = false;
    puts = 0;
    held = undefined;
  });
  afterEach(async () => {
    await state.close();
    await rm(directory, { recursive: true });
  });

  const open = () => {
    const reports = wrapPort(state.reports, async (_call, proceed) => {
      puts += 1;
      if (isAway) throw new Error('away');
      await held;
      return proceed();
    });
    return new IntakeReporter(reports, () => nowMs);
  };
  const stored = async () => readIntake(await state.reports.recent(workspaceId)).accepted;

  it('are stored together, and only if they have changed', async () => {
    const own = open();
    for (let sent = 0; sent < 1_000; sent += 1) own.accepted(workspaceId, [event]);
    expect(puts).toBe(0);
    await until(async () => (await stored()) === 1_000);
    expect(puts).toBe(1);
    await own.close();
    expect(puts).toBe(1);
  });

  it('wait for a state that is unavailable, separately for each minute, and are complete when it is back', async () => {
    isAway = true;
    const own = open();
    for (let minute = 0; minute < 3; minute += 1) {
      own.accepted(workspaceId, [event]);
      own.accepted('ws_other', [event]);
      nowMs += minuteMs;
    }
    await until(() => puts > 1);
    expect(await stored()).toBe(0);
    isAway = false;
    await until(async () => (await stored()) === 3);
    await own.close();
  });

  it('name the event that was received last, even if an earlier one is accepted after it', async () => {
    const own = open();
    for (const receivedAt of [event.receivedAt + 1, event.receivedAt]) {
      own.accepted(workspaceId, [{ ...event, receivedAt }]);
    }
    await own.close();
    const { last } = readIntake(await state.reports.recent(workspaceId));
    expect(last?.at).toBe(new Date(event.receivedAt + 1).toISOString());
  });

  it('are stored when the reporter is closed, even if it was already storing them', async () => {
    const stopped: string[] = [];
    let proceed = () => {};
    held = new Promise<void>((resolve) => {
      proceed = resolve;
    }).then(() => stopped.push('stored'));
    const own = open();
    own.accepted(workspaceId, [event]);
    await until(() => puts === 1);
    const closed = own.close().then(() => stopped.push('closed'));
    await new Promise(setImmediate);
    proceed();
    await closed;
    expect(stopped).toEqual(['stored', 'closed']);
  });

  it('are stored when the process ends', async () => {
    const own = open();
    own.accepted(
      workspaceId,
      Array.from({ length: 7 }, () => event),
    );
    await own.close();
    expect(await stored()).toBe(7);
  });
});
