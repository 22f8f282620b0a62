/** The promises of every state, as a suite that each driver runs. */
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

    /** Places events of one visitor, `minutes` from the start, with one call each. */
    async function placeMinutes(minutes: readonly number[], visitorId = 'a'.repeat(16)): Promise<string[]> {
      const ids: string[] = [];
      for (const minute of minutes) {
        const [placed] = await kept.state.sessions.place([
          { workspaceId, visitorId, timestamp: start + minute * minuteMs },
        ]);
        ids.push(placed?.sessionId ?? '');
      }
      return ids;
    }

    describe('cache', () => {
      it('gives back what was set, to other processes too', async () => {
        await kept.state.cache.set('key', 'välue\u2028\0', 60_000);
        expect(await kept.peer.cache.get('key')).toBe('välue\u2028\0');
        expect(await kept.state.cache.get('other')).toBeUndefined();
      });

      it('forgets a value when its time is over', async () => {
        await kept.state.cache.set('key', 'value', 1);
        while ((await kept.state.cache.get('key')) !== undefined) await new Promise(setImmediate);
        expect(await kept.state.cache.get('key')).toBeUndefined();
      });

      it('locks for one caller until it unlocks or the time is over', async () => {
        expect(await kept.state.cache.lock('key', 60_000)).toBe(true);
        expect(await kept.peer.cache.lock('key', 60_000)).toBe(false);
        await kept.state.cache.unlock('key');
        expect(await kept.peer.cache.lock('key', 1)).toBe(true);
        while (!(await kept.state.cache.lock('key', 60_000))) await new Promise(setImmediate);
        expect(await kept.peer.cache.lock('key', 60_000)).toBe(false);
      });

      it('D6 lets another process compute when the one that held the lock has died', async () => {
        await kept.peer.cache.lock('lock:key', 40);
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

    it('G16 computes again what was stored while the clock was years ahead', async () => {
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
      const allowance = { perMinute: 60, burstPool: 40 };

      it('D10 lets exactly the burst through when all come at once, and refuses the next', async () => {
        let startedAt = Date.now();
        let decisions: LimitDecision[] = [];
        let tries = 0;
        // A try that takes longer proves nothing: a process makes a decision by itself if the server misses the deadline.
        await until(async () => {
          const key = `key ${(tries += 1)}`;
          startedAt = Date.now();
          decisions = await Promise.all(Array.from({ length: 101 }, () => kept.state.limits.consume(key, allowance)));
          return Date.now() - startedAt < decisionMsMax;
        });
        expect(decisions.map(({ allowed }) => allowed)).toEqual([...Array<boolean>(100).fill(true), false]);
        expect(decisions.map(({ remaining }) => remaining)).toEqual(
          decisions.map((_, index) => Math.max(0, 59 - index)),
        );
        // The end of one window, give or take the time that passed between the calls.
        const resets = decisions.map(({ resetAtMs }) => resetAtMs);
        expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(Date.now() - startedAt);
      });

      it('counts each key by itself', async () => {
        await Promise.all(Array.from({ length: 101 }, () => kept.state.limits.consume('one', allowance)));
        expect(await kept.state.limits.consume('other', allowance)).toMatchObject({ allowed: true, remaining: 59 });
      });

      it('takes several points or none of them', async () => {
        const few = { perMinute: 10, burstPool: 0 };
        expect(await kept.state.limits.consume('key', few, 8)).toMatchObject({ allowed: true, remaining: 2 });
        expect(await kept.state.limits.consume('key', few, 8)).toMatchObject({ allowed: false, remaining: 2 });
        expect(await kept.state.limits.consume('key', few, 2)).toMatchObject({ allowed: true, remaining: 0 });
        expect(await kept.state.limits.consume('key', few, 1)).toMatchObject({ allowed: false, remaining: 0 });
      });

      it('takes nothing for a refused request from smaller ones that come at the same time', async () => {
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
        const [first, same, other] = await placeMinutes([0, 30, 60 + 1 / 60_000]);
        expect(same).toBe(first);
        expect(other).not.toBe(first);
        expect(first).toMatch(/^[0-9a-f]{16}$/);
      });

      it('keep their id when an event comes late, before their first', async () => {
        const ids = await placeMinutes([0, -20, -45]);
        expect(new Set(ids).size).toBe(1);
      });

      it('are told apart although their events come shuffled', async () => {
        const [a, b, a2, b2, c, a3] = await placeMinutes([0, 100, 10, 90, 200, -10]);
        expect([a2, a3]).toEqual([a, a]);
        expect(b2).toBe(b);
        expect(new Set([a, b, c]).size).toBe(3);
      });

      it('keep both ids when an event comes that lies between two, and it joins the earlier', async () => {
        const [late, early, between, ...after] = await placeMinutes([45, 0, 20, 45, -1]);
        expect(late).not.toBe(early);
        expect(between).toBe(early);
        expect(after).toEqual([late, early]);
      });

      it('derive the same id for the same first event, and another for another visitor or workspace', async () => {
        const [placed] = await placeMinutes([0]);
        await kept.remove();
        kept = await openState();
        const ids = await kept.state.sessions.place([
          { workspaceId, visitorId: 'a'.repeat(16), timestamp: start },
          { workspaceId, visitorId: 'b'.repeat(16), timestamp: start },
          { workspaceId: 'ws_0000000000000002', visitorId: 'a'.repeat(16), timestamp: start },
        ]);
        expect(ids[0]?.sessionId).toBe(placed);
        expect(new Set(ids.map(({ sessionId }) => sessionId)).size).toBe(3);
      });

      it('are placed in the order of the call', async () => {
        const visitorId = 'c'.repeat(16);
        const placed = await kept.state.sessions.place(
          [0, 31, 15].map((minute) => ({ workspaceId, visitorId, timestamp: start + minute * minuteMs })),
        );
        expect(placed[1]?.sessionId).not.toBe(placed[0]?.sessionId);
        expect(placed[2]?.sessionId).toBe(placed[0]?.sessionId);
      });

      it('go on after a restart', async () => {
        const [before] = await placeMinutes([0]);
        kept.state = await kept.reopen();
        expect(await placeMinutes([10])).toEqual([before]);
      });

      describe('at midnight', () => {
        const yesterdays = 'd'.repeat(16);
        const todays = 'e'.repeat(16);

        const placeToday = async (minute: number, previousVisitorId?: string) =>
          (
            await kept.state.sessions.place([
              { workspaceId, visitorId: todays, previousVisitorId, timestamp: start + minute * minuteMs },
            ])
          )[0];

        it('go on as the visitor of the day they began on, with and without the old salt', async () => {
          const [sessionId] = await placeMinutes([0], yesterdays);
          const expected = { visitorId: yesterdays, sessionId };
          expect(await placeToday(20, yesterdays)).toEqual(expected);
          expect(await placeToday(45)).toEqual(expected);
          kept.state = await kept.reopen();
          expect(await placeToday(70)).toEqual(expected);
        });

        it('end as all do, and the visitor is a new one from then on', async () => {
          const [sessionId] = await placeMinutes([0], yesterdays);
          await placeToday(20, yesterdays);
          const next = await placeToday(51, yesterdays);
          expect(next?.visitorId).toBe(todays);
          expect(next?.sessionId).not.toBe(sessionId);
          expect(await placeToday(60)).toEqual(next);
        });

        it('do not pass to a visitor whose session is long over', async () => {
          await placeMinutes([0], yesterdays);
          expect(await placeToday(31, yesterdays)).toMatchObject({ visitorId: todays });
        });
      });
    });

    describe('salts', () => {
      it('are the same for everyone who asks for a day, also at once and after a restart', async () => {
        const [first, second, other] = await Promise.all([
          kept.state.salts.salt('2026-03-01'),
          kept.peer.salts.salt('2026-03-01'),
          kept.state.salts.salt('2026-03-02'),
        ]);
        expect(first.length).toBeGreaterThanOrEqual(16);
        expect(Buffer.from(second)).toEqual(Buffer.from(first));
        expect(Buffer.from(other)).not.toEqual(Buffer.from(first));
        const reopened = await kept.reopen();
        expect(Buffer.from(await reopened.salts.salt('2026-03-01'))).toEqual(Buffer.from(first));
      });

      it('of days before the given one are deleted, and those from it on are kept', async () => {
        const forgotten = Buffer.from(await kept.state.salts.salt('2026-02-28'));
        const remembered = Buffer.from(await kept.state.salts.salt('2026-03-01'));
        await kept.state.salts.forgetBefore('2026-03-01');
        expect(Buffer.from(await kept.state.salts.salt('2026-03-01'))).toEqual(remembered);
        expect(Buffer.from(await kept.state.salts.salt('2026-02-28'))).not.toEqual(forgotten);
      });
    });

    describe('reports', () => {
      const minute = () => Math.floor(Date.now() / minuteMs);

      it('are read by every process, each as it was put last', async () => {
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

      it('of one minute by several processes stand beside each other', async () => {
        if (kept.peer === kept.state) return;
        const now = minute();
        await kept.state.reports.put('subject', now, 'here');
        await kept.peer.reports.put('subject', now, 'there');
        expect((await kept.state.reports.recent('subject')).toSorted()).toEqual(['here', 'there']);
      });

      it('count for half an hour', async () => {
        const now = minute();
        await kept.state.reports.put('subject', now - reportMinutes + 2, 'just recent');
        await kept.state.reports.put('subject', now - reportMinutes, 'too old');
        expect(await kept.peer.reports.recent('subject')).toEqual(['just recent']);
      });
    });

    it('tells every process of changed keys, the one that changed them too', async () => {
      const heard: string[] = [];
      await Promise.all([
        new Promise<void>((resolve) => kept.state.onKeyChange(() => resolve(void heard.push('here')))),
        new Promise<void>((resolve) => kept.peer.onKeyChange(() => resolve(void heard.push('there')))),
        kept.state.announceKeyChange(),
      ]);
      expect(heard.toSorted()).toEqual(['here', 'there']);
    });

    it('has told the process that changed keys when it resolves', async () => {
      let heard = 0;
      kept.state.onKeyChange(() => void heard++);
      await kept.state.announceKeyChange();
      expect(heard).toBe(1);
    });

    it('answers a ping', async () => {
      await expect(kept.state.ping()).resolves.toBeUndefined();
    });
  });
}
