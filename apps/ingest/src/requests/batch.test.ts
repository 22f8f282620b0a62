import { eventLimits } from '@footfall/schemas';
import { parseObject, readBatch } from './batch.ts';

const receivedAt = Date.parse('2026-11-21T12:00:00Z');
const event = { type: 'signup' };

describe('a batch', () => {
  it('contains one event, or a list of them', () => {
    expect(readBatch(event, receivedAt)).toEqual({ events: [event], clockOffsetMs: 0 });
    expect(readBatch({ events: [event, event] }, receivedAt)).toEqual({ events: [event, event], clockOffsetMs: 0 });
  });

  it.each([
    ['2026-11-21T11:59:00Z', 60_000],
    ['2026-11-21T13:00:01+01:00', -1_000],
    [receivedAt - 5, 5],
  ])('contains with sentAt the offset of the client’s clock: %s', (sentAt, clockOffsetMs) => {
    expect(readBatch({ events: [event], sentAt }, receivedAt).clockOffsetMs).toBe(clockOffsetMs);
  });

  it('A7 has no sentAt if it is null', () => {
    expect(readBatch({ events: [event], sentAt: null, key: null }, receivedAt).clockOffsetMs).toBe(0);
  });

  it('contains up to 1,000 events', () => {
    const many = Array.from({ length: eventLimits.batchEventsMax }, () => event);
    expect(readBatch({ events: many }, receivedAt).events).toHaveLength(1000);
    expect(() => readBatch({ events: [...many, event] }, receivedAt)).toThrow(
      'events must be a list of 1 to 1000 events, got a list of 1001',
    );
  });

  it.each([
    [{ events: [] }, 'events must be a list of 1 to 1000 events, got a list of 0'],
    [{ events: null }, 'events must be a list of 1 to 1000 events, got null'],
    [{ events: {} }, 'events must be a list of 1 to 1000 events, got an object with 0 fields'],
    [{ events: 'x' }, 'events must be a list of 1 to 1000 events, got "x"'],
    [{ events: [event], sentAt: 'soon' }, 'sentAt must be an ISO 8601 time or epoch milliseconds, got "soon"'],
    [
      { events: [event], sentAt: '2026-02-30' },
      'sentAt must be an ISO 8601 time or epoch milliseconds, got "2026-02-30"',
    ],
    [
      { events: [event], sentAt: {} },
      'sentAt must be an ISO 8601 time or epoch milliseconds, got an object with 0 fields',
    ],
    [{ events: [event], sentAt: true }, 'sentAt must be an ISO 8601 time or epoch milliseconds, got true'],
    [{ events: [event], sent: 1 }, '"sent" is not a field of a batch; the fields are events, sentAt, key'],
    [
      { events: [event], ['x'.repeat(99)]: 1 },
      `"${'x'.repeat(40)}" is not a field of a batch; the fields are events, sentAt, key`,
    ],
  ])('is refused with the name of the field: %j', (body, message) => {
    expect(() => readBatch(body, receivedAt)).toThrow(message);
  });

  it.each(['', '{', 'NaN'])('is JSON, unlike %j', (text) => {
    expect(() => parseObject(text)).toThrow('The body is not valid JSON');
  });

  it.each([
    ['[]', 'a list of 0'],
    ['null', 'null'],
    ['1', '1'],
    ['"text"', 'a string'],
  ])('is an object, unlike %s', (text, got) => {
    expect(() => parseObject(text)).toThrow(`The body must be an event, or an object with events, got ${got}`);
  });
});
