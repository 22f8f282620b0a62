/** The app with queries that a test can hold, fail and count, and a workspace with a secret key. */
import { queries } from '@footfall/warehouse';
import { type GatedQuery, gatedQuery } from './responses/gated-query.fixture.ts';
import { resultsAtOnceMax } from './responses/results.ts';
import { expectFailure, rateLimitHeaderNames, startHost, type TestHost, type TestReply } from './host.fixture.ts';
import type { Reply } from './http-client.fixture.ts';

export const slowPath = '/api/v1/analytics/slow';
export const quickPath = '/api/v1/analytics/quick';

/** A workspace may use a quarter. */
export const workspaceQueriesMax = resultsAtOnceMax / 4;

/** Starts the app before the first test of a file. Each test begins with a new window, pool and cache, as far as time can reset them. */
export class AppRig {
  /** Its runs end when a test releases them. */
  readonly slow: GatedQuery = gatedQuery('slow');
  host!: TestHost;
  workspaceId!: string;
  /** An Enterprise key of the workspace. */
  key!: string;
  bearer!: { authorization: string };

  constructor() {
    beforeAll(() => this.#start());
    afterAll(() => this.host.stop());
    beforeEach(() => this.host.passSeconds(1_200));
  }

  async #start(): Promise<void> {
    const quick = gatedQuery('quick');
    quick.open();
    this.host = await startHost([this.slow.query, quick.query, ...queries]);
    ({ workspaceId: this.workspaceId, key: this.key } = await this.host.newKey());
    this.bearer = { authorization: `Bearer ${this.key}` };
  }

  /** Creates a workspace with a plan, and returns the headers with its key. */
  async keyOf(plan: 'free' | 'pro'): Promise<{ authorization: string }> {
    const { key } = await this.host.newKey(plan);
    return { authorization: `Bearer ${key}` };
  }

  /** Resolves once `count` requests with a new Pro key have been counted: the work they cause has begun by then. */
  async arrived(headers: Record<string, string>, count: number): Promise<void> {
    for (let sent = 1; ; sent += 1) {
      const { headers: seen } = await this.host.get('/api/v1/nothing', headers);
      if (300 - Number(seen['x-ratelimit-remaining']) - sent >= count) return;
    }
  }
}

/** Expects an error with all headers of the analytics API. Returns its message. */
export function expectApiFailure(reply: Reply, status: number, code: string): string {
  const message = expectFailure(reply, status, code);
  for (const name of rateLimitHeaderNames) expect(reply.headers[name]).toMatch(/^\d+$/);
  expect(reply.headers['cache-control']).toBe('no-store');
  return message;
}

export const inParallel = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

export const byStatus = (replies: readonly TestReply[], status: number) =>
  replies.filter((reply) => reply.status === status);
