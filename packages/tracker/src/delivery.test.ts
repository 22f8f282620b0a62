/** Random visits on a bad network: whatever happens to pages, requests and responses, every event is counted once. */
import * as fc from 'fast-check';
import type { TrackedEvent } from './event.ts';
import { compileFunction } from 'node:vm';
import { buildSync } from 'esbuild';
import type { Options } from './options.ts';
import { bundling } from './scripts/bundling.ts';

const hourMs = 3_600_000;
/** The time within which the same ID is the same event for ingest. */
const sameEventMs = 24 * hourMs;
/** The tracker leaves an hour for clocks that differ. */
const resentMsMax = 23 * hourMs;
const latencyMs = 50;
const runs = Number(process.env['FOOTFALL_PROPERTY_RUNS'] ?? 2_000);
/** Longer than a page that has failed many times waits. */
const settlingMs = 2 * hourMs;

/** The fate of a request; a held one has no response. */
const anyFault = fc.constantFrom('cut', 'hold', 'deliver and cut', 'deliver and hold', 'refuse');
type Fault = 'deliver' | 'cut' | 'hold' | 'deliver and cut' | 'deliver and hold' | 'refuse';

type Step =
  | { do: 'open' | 'offline' | 'online' }
  | { do: 'track' | 'hide' | 'close' | 'crash'; page: number }
  | { do: 'wait' | 'sleep'; ms: number }
  | { do: 'fail'; faults: Fault[] };

const anyPage = fc.nat(3);
const anyTime = fc.constantFrom(10, 600, 3_000, hourMs, 22 * hourMs, 72 * hourMs);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('track'), page: anyPage }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('wait', 'sleep'), ms: anyTime }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fail'), faults: fc.array(anyFault, { minLength: 1, maxLength: 8 }) }),
  },
  fc.record({ do: fc.constantFrom('close', 'crash'), page: anyPage }),
  fc.record({ do: fc.constantFrom('open', 'offline', 'online') }),
) as fc.Arbitrary<Step>;

interface Page {
  readonly listeners: Map<string, () => void>;
  readonly timers: Map<number, Timer>;
  readonly tracked: string[];
  add(event: TrackedEvent): void;
}

interface Timer {
  at: number;
  run: () => void;
}

/** The queue and what it stores, as every browser loads it; the names are those of the browser's globals that it uses. */
const globals = [
  'fetch',
  'addEventListener',
  'setTimeout',
  'clearTimeout',
  'navigator',
  'localStorage',
  'AbortSignal',
  'Date',
  'Math',
];
const { outputFiles } = buildSync({
  ...bundling(false),
  entryPoints: {},
  stdin: {
    contents:
      "import { keepQueue } from './kept.ts'; import { openOutbox } from './outbox.ts'; export default (options) => openOutbox(options, () => {}, ...(options.storage ? keepQueue(options.key) : [[]]));",
    resolveDir: import.meta.dirname,
  },
  format: 'cjs',
});
const load = compileFunction(`const module = {};${outputFiles[0]?.text}; return module.exports.default;`, globals) as (
  ...values: unknown[]
) => (options: Options) => Page['add'];

/** A device with its browser, clock and network. */
class Device {
  now = Date.UTC(2026, 0, 1);
  isOnline = true;
  faults: Fault[] = [];
  readonly tracked: string[] = [];
  /** The number of times that an event was counted, and the last of these times, by its ID. */
  readonly counted = new Map<string, { count: number; at: number }>();
  readonly firstSentAt = new Map<string, number>();
  /** The events that two open pages may have at the same time. */
  readonly shared = new Set<string>();
  /** The events of pages that are gone. */
  readonly left = new Set<string>();
  readonly pages: Page[] = [];
  /** The requests, oldest first; a lasting one goes on when its page is gone. */
  readonly requests: { at: number; isLasting: boolean }[] = [];
  /** Contains the visitor's identity, without which no event is stored. */
  readonly stored: Record<string, string> = { footfall: '["visitor"]' };
  readonly #storage: Options['storage'];
  #timers = 0;
  #seed: number;

  constructor(storage: Options['storage'], seed: number) {
    this.#storage = storage;
    this.#seed = seed;
  }

  /** Returns the next of a sequence of numbers from 0 to 1 that looks random. */
  #random(): number {
    this.#seed = (this.#seed * 48_271 + 1) % (2 ** 31 - 1);
    return this.#seed / 2 ** 31;
  }

  /** Opens a page, which tracks its view. */
  open(): void {
    this.#track(this.load());
  }

  /** Opens a page, which tracks nothing by itself. */
  load(key = 'pk_live_1'): Page {
    if (this.pages.length > 0) for (const id of this.tracked) this.shared.add(id);
    const isOnline = () => this.isOnline;
    const listeners = new Map<string, () => void>();
    const timers = new Map<number, Timer>();
    const values = [
      async (_url: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
        this.requests.push({ at: this.now, isLasting: keepalive });
        const status = await this.#request(body, timers);
        return { status, ok: status === 202, headers: new Headers(), text: () => Promise.resolve('') };
      },
      (type: string, run: () => void) => listeners.set(type, run),
      (run: () => void, afterMs: number) => {
        timers.set(++this.#timers, { at: this.now + afterMs, run });
        return this.#timers;
      },
      (id: number) => timers.delete(id),
      {
        get onLine() {
          return isOnline();
        },
        sendBeacon: (_url: string, body: string) => this.#beacon(body),
      },
      this.stored,
      // A held request ends with its page.
      {},
      { now: () => this.now },
      { random: () => this.#random(), min: Math.min, max: Math.max },
    ];
    const page: Page = {
      listeners,
      timers,
      tracked: [],
      add: load(...values)({ key, endpoint: 'https://in.test', storage: this.#storage }),
    };
    this.pages.push(page);
    return page;
  }

  /** Takes a step; resolves once the pages have done what they do at once. */
  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'open':
        return this.open();
      case 'offline':
        this.isOnline = false;
        return undefined;
      case 'online':
        this.isOnline = true;
        for (const page of this.pages) await this.#fire(page, 'online');
        return undefined;
      case 'sleep':
        this.now += step.ms;
        return undefined;
      case 'wait':
        return this.#wait(step.ms);
      case 'fail':
        this.faults = [...step.faults];
        return undefined;
      case 'track':
      case 'hide':
      case 'close':
      case 'crash': {
        const page = this.pages[step.page];
        return page && this.#act(step.do, page);
      }
    }
  }

  async #act(what: 'track' | 'hide' | 'close' | 'crash', page: Page): Promise<void> {
    if (what === 'track') return this.#track(page);
    if (what === 'hide') return this.#fire(page, 'visibilitychange');
    if (what === 'close') for (const type of ['visibilitychange', 'pagehide']) await this.#fire(page, type);
    this.pages.splice(this.pages.indexOf(page), 1);
    for (const id of page.tracked) this.left.add(id);
  }

  #track(page: Page): void {
    const id = `00000000-0000-4000-8000-${String(this.tracked.length).padStart(12, '0')}`;
    this.tracked.push(id);
    page.tracked.push(id);
    page.add({ type: 'tracked', id, timestamp: this.now, url: 'https://shop.test/', title: '', referrer: '' });
  }

  async #fire({ listeners }: Page, type: string): Promise<void> {
    listeners.get(type)?.();
    await microtasks();
  }

  /** Runs the timers that are due within the time, each at its own or, after a sleep, late. */
  async #wait(forMs: number): Promise<void> {
    const end = this.now + forMs;
    for (;;) {
      const due = this.pages.flatMap(({ timers }) => [...timers].map(([id, timer]) => ({ id, timers, ...timer })));
      const [next] = due.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      next.timers.delete(next.id);
      this.now = Math.max(this.now, next.at);
      next.run();
      await microtasks();
    }
    this.now = end;
  }

  /** Sends a request of a page; resolves with the status once there is a response. */
  #request(body: string, timers: Page['timers']): Promise<number> {
    if (!this.isOnline) return Promise.reject(new TypeError('offline'));
    const happens = this.#send(body);
    return new Promise((resolve, reject) => {
      const respond = () => {
        if (happens.endsWith('cut')) reject(new TypeError('cut'));
        else resolve(happens === 'refuse' ? 503 : 202);
      };
      if (!happens.endsWith('hold')) timers.set(++this.#timers, { at: this.now + latencyMs, run: respond });
    });
  }

  /** Sends a beacon, whose response nobody sees; while offline it is lost. */
  #beacon(body: string): boolean {
    if (this.isOnline) this.#send(body);
    return true;
  }

  #send(body: string): Fault {
    const { events }: { events: TrackedEvent[] } = JSON.parse(body);
    const happens = this.faults.shift() ?? 'deliver';
    for (const { id } of events) {
      if (!this.firstSentAt.has(id)) this.firstSentAt.set(id, this.now);
      const { count, at } = this.counted.get(id) ?? { count: 0, at: -Infinity };
      if (happens.startsWith('deliver') && this.now - at > sameEventMs)
        this.counted.set(id, { count: count + 1, at: this.now });
    }
    return happens;
  }
}

/** Lets everything run that waits for a promise. */
async function microtasks(): Promise<void> {
  for (let n = 0; n < 20; n++) await Promise.resolve();
}

/** A visitor loses the network during a request, goes on, and comes back three days later. */
const offlineVisit: Step[] = [
  { do: 'fail', faults: ['deliver and cut'] },
  { do: 'wait', ms: 600 },
  { do: 'offline' },
  { do: 'track', page: 0 },
  { do: 'close', page: 0 },
  { do: 'sleep', ms: 72 * hourMs },
];
/** A device sleeps for three days while it waits for a response. */
const sleepingVisit: Step[] = [
  { do: 'online' },
  { do: 'sleep', ms: 72 * hourMs },
  { do: 'online' },
  { do: 'close', page: 0 },
];
/** A visitor comes back online with more events than fit into a request, and leaves at once. */
const crowdedVisit: Step[] = [
  { do: 'offline' },
  ...Array.from({ length: 30 }, (): Step => ({ do: 'track', page: 0 })),
  { do: 'online' },
  { do: 'close', page: 0 },
  { do: 'sleep', ms: 72 * hourMs },
];

it.each([
  ['of any page, if they are stored', 'local' as const],
  ['of open pages', undefined],
])('counts once the events %s', async (_, storage) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 20 }), fc.nat(2 ** 31 - 1), async (steps, seed) => {
      const device = new Device(storage, seed);
      device.open();
      for (const each of steps) await device.take(each);
      device.faults = [];
      const end = device.now;
      await device.take({ do: 'online' });
      device.open();
      await device.take({ do: 'wait', ms: settlingMs });
      const wrong = device.tracked.flatMap((id) => {
        const { count } = device.counted.get(id) ?? { count: 0 };
        const triedMs = end - (device.firstSentAt.get(id) ?? end);
        // It may have arrived a day ago: a page that knows of that does not send it again, another page may.
        const isLate = triedMs >= resentMsMax && (count === 0 || device.shared.has(id));
        const isLost = count === 0 && !storage && device.left.has(id);
        return count === 1 || isLate || isLost ? [] : [{ id, count, triedMs }];
      });
      expect(wrong).toEqual([]);
      expect(Object.keys(device.stored)).toEqual(['footfall']);
    }),
    {
      numRuns: runs,
      examples: [
        [offlineVisit, 0],
        [sleepingVisit, 0],
        [crowdedVisit, 0],
      ],
    },
  );
});

it('pauses briefly again after a failure once ingest has accepted events', async () => {
  const device = new Device(undefined, 0);
  device.faults = Array(8).fill('refuse');
  device.open();
  await device.take({ do: 'wait', ms: settlingMs });
  device.faults = ['refuse'];
  await device.take({ do: 'track', page: 0 });
  await device.take({ do: 'wait', ms: 3_000 });
  expect([...device.counted.values()].map(({ count }) => count)).toEqual([1, 1]);
});

it('sends what a page has when it is hidden, because it may never be shown again, and when it is online again', async () => {
  const device = new Device(undefined, 0);
  device.open();
  await device.take({ do: 'hide', page: 0 });
  expect([...device.counted.keys()]).toEqual(device.tracked);
  await device.take({ do: 'wait', ms: settlingMs });
  await device.take({ do: 'offline' });
  await device.take({ do: 'track', page: 0 });
  await device.take({ do: 'wait', ms: settlingMs });
  await device.take({ do: 'online' });
  expect([...device.counted.keys()]).toEqual(device.tracked);
});

it('sends requests that outlive their page, if they are not too large for that', async () => {
  const device = new Device(undefined, 0);
  const page = device.load();
  for (const title of ['', 'x'.repeat(30_000)]) {
    page.add({ type: 'tracked', id: title, timestamp: 0, url: '', title, referrer: '' });
    await device.take({ do: 'wait', ms: settlingMs });
  }
  expect(device.requests.map(({ isLasting }) => isLasting)).toEqual([true, false]);
});

it('sends what earlier pages have stored for its workspace, even if nothing happens on it', async () => {
  const device = new Device('local', 0);
  device.open();
  await device.take({ do: 'crash', page: 0 });
  device.load('pk_live_2');
  await device.take({ do: 'wait', ms: settlingMs });
  expect(device.counted.size).toBe(0);
  device.load();
  await device.take({ do: 'wait', ms: settlingMs });
  expect(device.counted.size).toBe(1);
});

it('does not shorten the pause after failures for a page view, and does not repeat requests when others do', async () => {
  const times = await Promise.all(
    [1, 2].map(async (seed) => {
      const device = new Device(undefined, seed);
      device.faults = Array(8).fill('refuse');
      device.open();
      await device.take({ do: 'wait', ms: 7_000 });
      const { length } = device.requests;
      device.pages[0]?.add({ type: '$pageview', id: 'next', timestamp: 0, url: '', title: '', referrer: '' });
      await device.take({ do: 'wait', ms: 600 });
      expect(device.requests).toHaveLength(length);
      return device.requests.map(({ at }) => at);
    }),
  );
  expect(times[0]?.[1]).not.toBe(times[1]?.[1]);
});
