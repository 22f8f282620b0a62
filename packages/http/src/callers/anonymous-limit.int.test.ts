import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, type State } from '@footfall/state';
import { consumeAnonymous, overLimit } from './anonymous-limit.ts';
import { type Client, clientAddressReader } from './client-address.ts';
import { requestFrom } from './request-from.fixture.ts';

const nowMs = Date.UTC(2026, 2, 5, 12);
let directory: string;
let state: State;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-limit-'));
  state = await openState({ DATA_DIR: directory }, { now: Date.now });
});
afterAll(async () => {
  await state.close();
  await rm(directory, { recursive: true });
});

const clientAddress = clientAddressReader('loopback, 198.51.100.0/24');
const client = (forwardedFor: string, peer = '127.0.0.1') => clientAddress(requestFrom(peer, forwardedFor));
const count = (from: Client) => consumeAnonymous(state.limits, from);

describe('requests without a valid key', () => {
  it('F3 are refused after 100 at once from one address', async () => {
    const decisions = [];
    for (let sent = 0; sent < 101; sent += 1) decisions.push(await count(client('192.0.2.1')));
    expect(decisions.findIndex(({ allowed }) => !allowed)).toBe(100);
    expect(decisions[0]).toMatchObject({ limit: 60, remaining: 59 });
    expect(decisions[100]).toMatchObject({ limit: 60, remaining: 0 });
    expect(await count(client('192.0.2.2'))).toMatchObject({ allowed: true, remaining: 59 });
  });

  it('G15 share one limit in a /64, and have another one in the next /64', async () => {
    const decisions = [];
    for (let sent = 0; sent < 101; sent += 1) decisions.push(await count(client(`2001:db8:1:2:${sent + 1}::${sent}`)));
    expect(decisions.findIndex(({ allowed }) => !allowed)).toBe(100);
    expect(await count(client('2001:db8:1:3::1'))).toMatchObject({ allowed: true, remaining: 59 });
  });

  it("G15 are counted by the peer's address if the forwarded one is not valid", async () => {
    const [one, other] = [client('unknown', '198.51.100.1'), client('unknown', '198.51.100.2')];
    expect([(await count(one)).remaining, (await count(one)).remaining]).toEqual([59, 58]);
    expect((await count(other)).remaining).toBe(59);
    expect((await count(client('198.51.100.1'))).remaining).toBe(57);
  });
});

describe('overLimit', () => {
  it('returns the whole seconds until the window ends, at least one', () => {
    expect(overLimit(nowMs + 1_001, nowMs)).toMatchObject({ code: 'RATE_LIMIT', retryAfterSeconds: 2 });
    expect(overLimit(nowMs - 5, nowMs).retryAfterSeconds).toBe(1);
  });
});
