import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, type State } from '@footfall/state';
import { consumeAnonymous, overLimit } from './anonymous-limit.ts';

const nowMs = Date.UTC(2026, 2, 5, 12);
let directory: string;
let state: State;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-limit-'));
  state = await openState({ DATA_DIR: directory });
});
afterAll(async () => {
  await state.close();
  await rm(directory, { recursive: true });
});

describe('requests without a valid key', () => {
  it('F3 are 100 at once for each address, then refused', async () => {
    const decisions = [];
    for (let sent = 0; sent < 101; sent += 1) decisions.push(await consumeAnonymous(state.limits, '192.0.2.1'));
    expect(decisions.findIndex(({ allowed }) => !allowed)).toBe(100);
    expect(decisions[0]).toMatchObject({ limit: 60, remaining: 59 });
    expect(decisions[100]).toMatchObject({ limit: 60, remaining: 0 });
    expect(await consumeAnonymous(state.limits, '192.0.2.2')).toMatchObject({ allowed: true, remaining: 59 });
  });

  it('share one allowance when their address cannot be told', async () => {
    const first = await consumeAnonymous(state.limits, undefined);
    const second = await consumeAnonymous(state.limits, undefined);
    expect(first.remaining - second.remaining).toBe(1);
  });
});

describe('overLimit', () => {
  it('says in whole seconds, one or more, when the window ends', () => {
    expect(overLimit(nowMs + 1_001, nowMs)).toMatchObject({ code: 'RATE_LIMIT', retryAfterSeconds: 2 });
    expect(overLimit(nowMs - 5, nowMs).retryAfterSeconds).toBe(1);
  });
});
