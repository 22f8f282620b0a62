/** The contract of every state, as a suite that each driver runs. */
import { minuteMs } from '@footfall/schemas';
import { until } from '@footfall/test-servers';
import { ReadThrough } from './read-through.ts';
import { type LimitDecision, reportMinutes, type State } from './port.ts';

/** An empty state. */
export interface StateUnderTest {
  state: State;
  /** Closes the state and opens it again: durable data is still there. */
  reopen(): Promise<State>;
  /** Another process's view of the same state; the same state if the driver is for one process. */
  peer: State;
  /** Closes the state and removes all of it. */
  remove(): Promise<void>;
}

/** The deadline of a decision of a server. */
const decisionMsMax = 250;
const workspaceId = 'ws_0000000000000001';
const start = Date.UTC(2026, 2, 1, 12);

export function describeState(driver: string, openState: () => Promise<StateUnderTest>): void {
  describe(`${driver}, as a state`, () => {
    let kept: StateUnderTest;

    beforeEach(async () => {
      kept = await openState();
    });
    afterEach(async () => {
      await kept.remove();
    });

    /** Assigns events of one visitor, `minutes` from the start, with one call each. */
    async function assignMinutes(minutes: readonly number[], visitorId = 'a'.repeat(16)): Promise<string[]> {
      const ids: string[] = [];
      for (const minute of minutes) {
        const [assigned] = await kept.state.sessions.assign([
          { workspaceId, visitorId, timestamp: start + minute * minuteMs },
        ]);
        ids.push(assigned?.sessionId ?? '');
      }
      return ids;
    }

    describe('cache', () => {
      it('returns the stored value, in other processes as well', async () => {
        await kept.state.cache.set('key', 'välue\u2028\0', 60_000);
        expect(await kept.peer.cache.get('key')).toBe('välue\u2028\0');
        expect(await kept.state.cache.get('other')).toBeUndefined();
      });

      it('forgets a value when it expires', async () => {
        await kept.state.cache.set('key', 'value', 1);
        while ((await kept.state.cache.get('key')) !== undefined) await new Promise(setImmediate);
        expect(await kept.state.cache.get('key')).toBeUndefined();
      });

      it('locks for one caller until it unlocks or the lock expires', async () => {
        expect(await kept.state.cache.lock('key', 60_000)).toBe(true);
        expect(await kept.peer.cache.lock('key', 60_000)).toBe(false);
        await kept.state.cache.unlock('key');
        expect(await kept.peer.cache.lock('key', 1)).toBe(true);
        while (!(await kept.state.cache.lock('key', 60_000))) await new Promise(setImmediate);
        expect(await kept.peer.cache.lock('key', 60_000)).toBe(false);
      });

      it('D6 lets another process compute after the owner of the lock has died', async () => {
        await kept.peer.cache.lock('key', 40);
        const found = await new ReadThrough<string>(kept.state.cache, Date.now).read({
          key: 'key',
          ttlMs: 60_000,
          compute: async () => ({ value: 'computed', entry: 'computed' }),
          open: (entry) => entry,
          onPoisoned: () => undefined,
        });
        expect(found).toMatchObject({ value: 'computed', fromCache: false });
      });
    });

    it('G16 computes a value again that was stored while the clock was years ahead', async () => {
      const ttlMs = 60_000;
      let nowMs = start + 10 * 365 * 86_400_000;
      let computed = 0;
      const numbers = new ReadThrough<number>(kept.state.cache, () => nowMs);
      const read = () =>
        numbers.read({
          key: 'key',
          ttlMs,
          compute: async () => ({ value: ++computed, entry: String(computed) }),
          open: Number,
          onPoisoned: () => undefined,
        });
      expect(await read()).toMatchObject({ value: 1, fromCache: false });
      nowMs = start;
      expect(await read()).toEqual({ value: 2, fromCache: false, expiresAtMs: start + ttlMs });
      expect(await read()).toEqual({ value: 2, fromCache: true, expiresAtMs: start + ttlMs });
    });

    describe('limits', () => {
      const rateLimit = { perMinute: 60, burstPool: 40 };

      it('D10 allows exactly the burst of concurrent requests, and refuses the next', async () => {
        let startedAt = Date.now();
        let decisions: LimitDecision[] = [];
        let tries = 0;
        // A longer attempt proves nothing: if the server misses its deadline, the process decides alone.
        await until(async () => {
          const key = `key ${(tries += 1)}`;
          startedAt = Date.now();
          decisions = await Promise.all(Array.from({ length: 101 }, () => kept.state.limits.consume(key, rateLimit)));
          return Date.now() - startedAt < decisionMsMax;
        });
        expect(decisions.map(({ allowed }) => allowed)).toEqual([...Array<boolean>(100).fill(true), false]);
        expect(decisions.map(({ remaining }) => remaining)).toEqual(
          decisions.map((_, index) => Math.max(0, 59 - index)),
        );
        expect(decisions[0]?.resetAtMs).toBeGreaterThan(startedAt);
        // The end of one window, within the time that passed between the calls.
        const resets = decisions.map(({ resetAtMs }) => resetAtMs);
        expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(Date.now() - startedAt);
      });

      it('counts each key separately, and each limit of a key', async () => {
        await Promise.all(Array.from({ length: 101 }, () => kept.state.limits.consume('one', rateLimit)));
        expect(await kept.state.limits.consume('other', rateLimit)).toMatchObject({ allowed: true, remaining: 59 });
        const higher = { perMinute: 300, burstPool: 200 };
        expect(await kept.state.limits.consume('one', higher)).toMatchObject({ allowed: true, remaining: 299 });
      });

      it('takes all of several points or none', async () => {
        const few = { perMinute: 10, burstPool: 0 };
        expect(await kept.state.limits.consume('key', few, 8)).toMatchObject({ allowed: true, remaining: 2 });
        expect(await kept.state.limits.consume('key', few, 8)).toMatchObject({ allowed: false, remaining: 2 });
        expect(await kept.state.limits.consume('key', few, 2)).toMatchObject({ allowed: true, remaining: 0 });
        expect(await kept.state.limits.consume('key', few, 1)).toMatchObject({ allowed: false, remaining: 0 });
      });

      it('takes no points for a refused request from smaller concurrent ones', async () => {
        const quota = { perMinute: 1_000, burstPool: 0 };
        await kept.state.limits.consume('key', quota, 900);
        const decisions = [500, 60, 150, 40].map((points) => kept.state.limits.consume('key', quota, points));
        expect(await Promise.all(decisions)).toMatchObject([
          { allowed: false, remaining: 100 },
          { allowed: true, remaining: 40 },
          { allowed: false, remaining: 40 },
          { allowed: true, remaining: 0 },
        ]);
      });
    });

    describe('sessions', () => {
      it('continue after a gap of exactly 30 minutes, and start again after a longer one', async () => {
        const [first, same, other] = await assignMinutes([0, 30, 60 + 1 / 60_000]);
        expect(same).toBe(first);
        expect(other).not.toBe(first);
        expect(first).toMatch(/^[0-9a-f]{16}$/);
      });

      it('keep their ID if an event arrives late that is up to 30 minutes before their first', async () => {
        const [first, ...others] = await assignMinutes([0, -20, -50, -80 - 1 / 60_000]);
        expect(others).toEqual([first, first, expect.not.stringMatching(`^${first}$`)]);
      });

      it('stay separate although their events arrive shuffled', async () => {
        const [a, b, a2, b2, c, a3] = await assignMinutes([0, 100, 10, 90, 200, -10]);
        expect([a2, a3]).toEqual([a, a]);
        expect(b2).toBe(b);
        expect(new Set([a, b, c]).size).toBe(3);
      });

      it('keep both IDs if an event between two arrives, which joins the earlier', async () => {
        const [late, early, between, ...after] = await assignMinutes([45, 0, 20, 45, -1]);
        expect(late).not.toBe(early);
        expect(between).toBe(early);
        expect(after).toEqual([late, early]);
      });

      it('continue after a late event has joined an earlier session close to them', async () => {
        const [first, second, late, ...next] = await assignMinutes([0, 50, 25, 52, 60, 70]);
        expect(late).toBe(first);
        expect(next).toEqual([second, second, second]);
      });

      it('derive the same ID for the same first event, and another for another visitor or workspace', async () => {
        const [assigned] = await assignMinutes([0]);
        await kept.remove();
        kept = await openState();
        const ids = await kept.state.sessions.assign([
          { workspaceId, visitorId: 'a'.repeat(16), timestamp: start },
          { workspaceId, visitorId: 'b'.repeat(16), timestamp: start },
          { workspaceId: 'ws_0000000000000002', visitorId: 'a'.repeat(16), timestamp: start },
        ]);
        expect(ids[0]?.sessionId).toBe(assigned);
        expect(new Set(ids.map(({ sessionId }) => sessionId)).size).toBe(3);
      });

      it('are assigned to visits in the order of the call', async () => {
        const visitorId = 'c'.repeat(16);
        const assigned = await kept.state.sessions.assign(
          [0, 31, 15].map((minute) => ({ workspaceId, visitorId, timestamp: start + minute * minuteMs })),
        );
        expect(assigned[1]?.sessionId).not.toBe(assigned[0]?.sessionId);
        expect(assigned[2]?.sessionId).toBe(assigned[0]?.sessionId);
      });

      it('are returned to the call that asked for them, however many there are at once', async () => {
        const visitorIds = Array.from({ length: 20 }, (_, index) => index.toString(16).padStart(16, '0'));
        const calls = visitorIds.map((visitorId) =>
          kept.state.sessions.assign([{ workspaceId, visitorId, timestamp: start }]),
        );
        expect((await Promise.all(calls)).flat()).toMatchObject(visitorIds.map((visitorId) => ({ visitorId })));
      });

      it('continue after a restart', async () => {
        const [before] = await assignMinutes([0]);
        kept.state = await kept.reopen();
        expect(await assignMinutes([10])).toEqual([before]);
      });

      describe('at midnight', () => {
        const yesterdays = 'd'.repeat(16);
        const todays = 'e'.repeat(16);

        const assignToday = async (minute: number, previousVisitorId?: string) =>
          (
            await kept.state.sessions.assign([
              { workspaceId, visitorId: todays, previousVisitorId, timestamp: start + minute * minuteMs },
            ])
          )[0];

        it('continue as the visitor of the day on which they began, with and without the old salt', async () => {
          const [sessionId] = await assignMinutes([0], yesterdays);
          const expected = { visitorId: yesterdays, sessionId };
          expect(await assignToday(20, yesterdays)).toEqual(expected);
          expect(await assignToday(45)).toEqual(expected);
          kept.state = await kept.reopen();
          expect(await assignToday(70)).toEqual(expected);
        });

        it('end after the gap, and the visitor is then a new one', async () => {
          const [sessionId] = await assignMinutes([0], yesterdays);
          await assignToday(20, yesterdays);
          const next = await assignToday(51, yesterdays);
          expect(next?.visitorId).toBe(todays);
          expect(next?.sessionId).not.toBe(sessionId);
          expect(await assignToday(60)).toEqual(next);
        });

        it('do not continue for a visitor whose session ended before', async () => {
          await assignMinutes([0], yesterdays);
          expect(await assignToday(31, yesterdays)).toMatchObject({ visitorId: todays });
        });
      });
    });

    describe('salts', () => {
      it('are the same for all callers on a day, concurrently and after a restart', async () => {
        const [first, second, other] = await Promise.all([
          kept.state.salts.salt('2026-03-01'),
          kept.peer.salts.salt('2026-03-01'),
          kept.state.salts.salt('2026-03-02'),
        ]);
        expect(first).toMatch(/^(?:[0-9a-f]{2}){16,}$/);
        expect(second).toBe(first);
        expect(other).not.toBe(first);
        const reopened = await kept.reopen();
        expect(await reopened.salts.salt('2026-03-01')).toBe(first);
      });

      it('of days before the given one are deleted, the others kept', async () => {
        const forgotten = await kept.state.salts.salt('2026-02-28');
        const remembered = await kept.state.salts.salt('2026-03-01');
        expect(await kept.peer.salts.salt('2026-02-28')).toBe(forgotten);
        await kept.state.salts.forgetBefore('2026-03-01');
        // Another process, which is a day behind, still remembers the salt.
        await kept.peer.salts.forgetBefore('2026-02-28');
        expect(await kept.peer.salts.salt('2026-02-28')).not.toBe(forgotten);
        expect(await kept.state.salts.salt('2026-02-28')).not.toBe(forgotten);
        const { salts } = await kept.reopen();
        expect(await salts.salt('2026-03-01')).toBe(remembered);
      });
    });

    describe('reports', () => {
      const minute = () => Math.floor(Date.now() / minuteMs);

      it('are read by every process, in the version stored last', async () => {
        const now = minute();
        await kept.state.reports.put('subject', now, 'first');
        await kept.state.reports.put('subject', now, 'second');
        await kept.state.reports.put('subject', now - 1, 'a minute before');
        await kept.state.reports.put('other', now, 'elsewhere');
        for (const reader of [kept.state, kept.peer]) {
          const texts = await reader.reports.recent('subject');
          expect(texts.toSorted()).toEqual(['a minute before', 'second']);
        }
        expect(await kept.peer.reports.recent('nothing')).toEqual([]);
      });

      it('of one minute by several processes are all kept', async () => {
        if (kept.peer === kept.state) return;
        const now = minute();
        await kept.state.reports.put('subject', now, 'here');
        await kept.peer.reports.put('subject', now, 'there');
        expect((await kept.state.reports.recent('subject')).toSorted()).toEqual(['here', 'there']);
      });

      it('are kept for half an hour', async () => {
        const now = minute();
        await kept.state.reports.put('subject', now - reportMinutes + 2, 'just recent');
        await kept.state.reports.put('subject', now - reportMinutes, 'too old');
        expect(await kept.peer.reports.recent('subject')).toEqual(['just recent']);
      });
    });

    it('notifies every other process of changed keys, and not the one that changed them', async () => {
      const heard: string[] = [];
      kept.state.onChange(() => void heard.push('here'));
      const isHeard = new Promise<void>((resolve) => kept.peer.onChange(() => resolve(void heard.push('there'))));
      await kept.state.announceChange();
      // The embedded state has no other process.
      if (kept.peer !== kept.state) await isHeard;
      expect(heard).toEqual(kept.peer === kept.state ? [] : ['there']);
    });

    it('responds to a ping', async () => {
      await expect(kept.state.ping()).resolves.toBeUndefined();
    });
  });
}
