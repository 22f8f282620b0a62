import { eventSchema } from '@footfall/schemas';
import { pages } from './cast.ts';
import { Traffic } from './traffic.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
/** The first of the 90 days until today. */
const firstDayMs = Date.UTC(2026, 7, 24);
const history = (seed: number) => new Traffic(seed).history(5_000, nowMs);
const events = history(1);
/** Enough for the rarest type. */
const many = new Traffic(1).history(40_000, nowMs);
const count = (test: (event: Record<string, unknown>) => boolean) => events.filter(test).length;
const timeOf = (event: Readonly<Record<string, unknown>>) => Number(event['timestamp']);

describe('demo traffic', () => {
  it('is the same for the same seed, and differs between seeds', () => {
    expect(history(1)).toEqual(events);
    expect(history(2)).not.toEqual(events);
  });

  it('consists of events that ingest accepts', () => {
    const refused = events.filter((event) => !eventSchema.safeParse(event).success);
    expect(refused).toEqual([]);
  });

  it('has about the requested number of events, each with a unique ID', () => {
    expect(events.length).toBeGreaterThanOrEqual(5_000);
    expect(events.length).toBeLessThan(5_100);
    expect(new Set(events.map((event) => event['id'])).size).toBe(events.length);
  });

  it('is empty if no events are requested', () => {
    expect(new Traffic(1).history(0, nowMs)).toEqual([]);
  });

  it('A20 covers the last 90 days, in order, with a visitor at the moment', () => {
    const times = events.map(timeOf);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // An earlier event would make the figures of the dashboard's last 90 days grow a thousandfold.
    expect(times[0]).toBeGreaterThanOrEqual(firstDayMs);
    expect(times[0]).toBeLessThan(firstDayMs + 5 * 86_400_000);
    expect(times.at(-1)).toBeLessThanOrEqual(nowMs);
    expect(times.filter((time) => time > nowMs - 5 * 60_000).length).toBeGreaterThan(5);
  });

  it('is busier by day than by night', () => {
    const inHours = (from: number, to: number) =>
      count((event) => {
        const hour = new Date(timeOf(event)).getUTCHours();
        return hour >= from && hour < to;
      });
    expect(inHours(9, 21)).toBeGreaterThan(3 * inHours(0, 6));
  });

  it('has data for every endpoint', () => {
    const types = new Set(events.map((event) => event['type']));
    for (const type of ['$pageview', '$pageleave', '$dead_click', '$rage_click', 'purchase', 'newsletter_signup']) {
      expect(types).toContain(type);
    }
    expect(count((event) => event['referrer'] !== undefined)).toBeGreaterThan(100);
    expect(count((event) => String(event['url']).includes('utm_campaign='))).toBeGreaterThan(100);
    expect(count((event) => String(event['url']).includes('gclid='))).toBeGreaterThan(20);
    expect(new Set(events.map((event) => event['userAgent'])).size).toBeGreaterThan(8);
    expect(new Set(events.map((event) => String(event['ip']).split('.')[0])).size).toBeGreaterThan(20);
    expect(new Set(events.map((event) => event['url']).filter((url) => !String(url).includes('?'))).size).toBe(
      pages.length,
    );
  });

  it.each([
    ['$outbound_link', ['url']],
    ['$file_download', ['url']],
    ['$form_submit', ['form']],
    ['$dead_click', ['element']],
    ['$rage_click', ['element']],
  ])('has the properties of the tracker: %s has %j', (type, names) => {
    const some = many.filter((event) => event['type'] === type);
    expect(some.length).toBeGreaterThan(0);
    for (const { props } of some) expect(Object.keys(Object(props))).toEqual(names);
  });

  it('has visitors that return after days', () => {
    const daysOf = new Map<unknown, Set<number>>();
    for (const event of events) {
      const days = daysOf.get(event['visitorId']) ?? new Set();
      daysOf.set(event['visitorId'], days.add(Math.floor(timeOf(event) / 86_400_000)));
    }
    const returning = [...daysOf.values()].filter((days) => days.size > 1).length;
    expect(returning).toBeGreaterThan(daysOf.size / 10);
  });

  it('A20 continues from its history without a gap, each event once', () => {
    const traffic = new Traffic(1);
    const past = traffic.history(5_000, nowMs);
    const minutes = Array.from({ length: 30 }, (_, minute) => traffic.until(nowMs + minute * 60_000));
    const times = minutes.flat().map(timeOf);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThan(nowMs - 1);
    for (const some of minutes.slice(1)) expect(some.length).toBeGreaterThan(0);
    const all = [...past, ...minutes.flat()];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});
