/** The sessions that are stored in Redis for a visitor, each of them once. */
import { hourMs, minuteMs } from '@footfall/schemas';
import type { Visit } from '../port.ts';
import type { Interval } from '../assign-visit.ts';
import { decide, keysOf } from './session-memory.ts';

const start = Date.UTC(2026, 2, 1, 12);

function visitAt(minute: number): Visit {
  return { workspaceId: 'ws_0000000000000001', visitorId: 'a'.repeat(16), timestamp: start + minute * minuteMs };
}

const [visitorKey = '', aliasKey = ''] = keysOf(visitAt(0));

/** Assigns visits at these minutes, of a visitor with the `stored` sessions. Returns their session IDs, and the sessions to store. */
function assign(minutes: readonly number[], stored: readonly Interval[] = []) {
  const known = new Map([
    [visitorKey, JSON.stringify(stored)],
    [aliasKey, ''],
  ]);
  const { assigned, changes } = decide(minutes.map(visitAt), known);
  const intervals = JSON.parse(changes.get(visitorKey)?.value ?? '[]') as Interval[];
  return { ids: assigned.map(({ sessionId }) => sessionId), intervals };
}

it('stores one interval for 100 visits of one session', () => {
  const { ids, intervals } = assign(Array.from({ length: 100 }, (_, minute) => minute));
  expect(new Set(ids).size).toBe(1);
  expect(intervals).toEqual([[start, start + 99 * minuteMs, ids[0]]]);
});

it('stores nothing for an event within its session', () => {
  expect(assign([5], [[start, start + 10 * minuteMs, 'known']])).toEqual({ ids: ['known'], intervals: [] });
});

it('assigns an event before two sessions to the earlier', () => {
  const at = (minute: number, id: string): Interval => [start + minute * minuteMs, start + minute * minuteMs, id];
  expect(assign([0], [at(20, 'later'), at(10, 'earlier')]).ids).toEqual(['earlier']);
});

it('keeps older sessions, which a late event joins', () => {
  const { ids, intervals } = assign([0, ...Array.from({ length: 100 }, (_, minute) => 120 + minute), 1]);
  expect(ids.at(-1)).toBe(ids[0]);
  expect(intervals).toHaveLength(2);
});

it('keeps sessions for a day without a change, and the link to yesterday until its session must have ended', () => {
  const today = { ...visitAt(1), previousVisitorId: 'b'.repeat(16) };
  const known = new Map(keysOf(today).map((key) => [key, '']));
  const [, , previousKey = ''] = keysOf(today);
  known.set(previousKey, JSON.stringify([[start, start, 'yesterday']]));
  const { changes } = decide([today], known);
  const hoursOf = (key: string) => (changes.get(key)?.lifetimeMs ?? 0) / hourMs;
  expect([previousKey, aliasKey].map(hoursOf)).toEqual([25, 1.25]);
});
