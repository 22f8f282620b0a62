import { hash64 } from '@footfall/state';
import { eventAfter, pageview, runSteps } from '../arrival.fixture.ts';
import type { RequestFacts } from '../arrival.ts';
import type { Draft, Step } from '../draft.ts';
import { time } from './time.ts';
import { visitor } from './visitor.ts';
import { who } from './who.ts';

const midnight = Date.UTC(2026, 2, 5);
const minute = 60_000;

function draftOf(fields: Record<string, unknown>, request: Partial<RequestFacts> = {}): Draft {
  const outcome = runSteps(
    pageview(fields, { keyType: 'secret', receivedAt: midnight, ...request }),
    time,
    who,
    visitor,
  );
  if ('code' in outcome) throw new Error(outcome.message);
  return outcome;
}
const idOf = (...args: Parameters<typeof draftOf>) => draftOf(...args).event.visitorId;

describe('the visitor of an event', () => {
  it('is the ID that the client sends, hashed with its workspace', () => {
    const id = idOf({ visitorId: 'user-1' });
    expect(id).toBe(hash64('ws_0123456789abcdef', 'visitor', 'user-1'));
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(idOf({ visitorId: 'user-1' }, { workspaceId: 'ws_fedcba9876543210' })).not.toBe(id);
  });

  it('is derived from workspace, address, user agent and day if the client sends no ID', () => {
    const same = idOf({ timestamp: midnight + 1 });
    expect(idOf({ timestamp: midnight + 23 * 60 * minute }, { receivedAt: midnight + 24 * 60 * minute })).toBe(same);
    expect(idOf({ timestamp: midnight + 1 }, { workspaceId: 'ws_fedcba9876543210' })).not.toBe(same);
    expect(idOf({ timestamp: midnight + 1 }, { address: '8.8.4.4' })).not.toBe(same);
    expect(idOf({ timestamp: midnight + 1, userAgent: 'Mozilla/5.0 (X11) Other/1.0 x' })).not.toBe(same);
    expect(idOf({ timestamp: midnight - 1 })).not.toBe(same);
  });

  it('begins with its day if it is derived, so that the visitors of a day are stored next to each other', () => {
    const day = Math.floor(midnight / 86_400_000).toString(16);
    expect(idOf({ timestamp: midnight })).toMatch(new RegExp(`^${day.slice(-3)}[0-9a-f]{13}$`));
    expect(idOf({ timestamp: midnight - 1 }).slice(0, 3)).not.toBe(day.slice(-3));
  });

  it('has nothing else in common with the same visitor on another day, even under one salt', () => {
    const underOneSalt: Step = (draft) => visitor(draft, () => 'salt');
    const idAt = (receivedAt: number) => eventAfter(pageview({}, { receivedAt }), time, who, underOneSalt).visitorId;
    expect(idAt(midnight - 1).slice(3)).not.toBe(idAt(midnight).slice(3));
  });

  it('is derived only if the client sends neither a visitor nor a session ID', () => {
    const isDerived = (fields: object) => draftOf({ ...fields }).event.derived;
    expect([{}, { visitorId: 'v' }, { sessionId: 's' }, { visitorId: 'v', sessionId: 's' }].map(isDerived)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('separates address and user agent in its hash', () => {
    const userAgent = 'Mozilla/5.0 (X11) Gecko x';
    const ids = ['1.1.1.1', '1.1.1.11', undefined].map((address) => idOf({ userAgent }, { address }));
    expect(new Set(ids).size).toBe(3);
  });

  it('has the identity of the day before as well, for the first 30 minutes of a day', () => {
    const before = idOf({ timestamp: midnight - minute });
    expect(draftOf({ timestamp: midnight }).previousVisitorId).toBe(before);
    const later = { receivedAt: midnight + 60 * minute };
    expect(draftOf({ timestamp: midnight + 30 * minute }, later).previousVisitorId).toBe(before);
    expect(draftOf({ timestamp: midnight + 30 * minute + 1 }, later).previousVisitorId).toBeUndefined();
    expect(draftOf({ timestamp: midnight, visitorId: 'user-1' }).previousVisitorId).toBeUndefined();
  });

  it('is the last step with the address', () => {
    expect(JSON.stringify({ ...draftOf({}), arrival: undefined })).not.toContain('8.8.8.8');
  });
});
