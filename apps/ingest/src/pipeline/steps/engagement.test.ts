import { eventAfter, pageview } from '../arrival.fixture.ts';
import { engagement } from './engagement.ts';

function leave(fields: Record<string, unknown>): unknown[] {
  const event = eventAfter(pageview({ type: '$pageleave', ...fields }), engagement);
  return [event.scrollDepth, event.engagedMs, event.continued];
}

describe('the engagement of a page that is left', () => {
  it('E19 is stored in integers', () => {
    expect(leave({ scrollDepth: 33.335, engagedSeconds: 1.2345 })).toEqual([3334, 1235, false]);
    expect(leave({ scrollDepth: 100, engagedSeconds: 86_400, continued: true })).toEqual([10_000, 86_400_000, true]);
  });

  it('E19 has no negative zero', () => {
    for (const value of leave({ scrollDepth: -0, engagedSeconds: -0 }).slice(0, 2))
      expect(Object.is(value, 0)).toBe(true);
  });

  it('is absent if it was not sent', () => {
    expect(leave({})).toEqual([null, null, false]);
  });

  it('is absent from other events', () => {
    const fields = { type: 'signup', scrollDepth: 50, engagedSeconds: 5, continued: true };
    const event = eventAfter(pageview(fields), engagement);
    expect([event.scrollDepth, event.engagedMs, event.continued]).toEqual([null, null, false]);
  });
});
