/** Admission control: the limits on work in progress, and the bodies that are dropped for others. */
import { AppError } from '@footfall/errors';
import { Admission, type Reservation } from './admission.ts';
import { ingestLimits } from '../config.ts';

const limits = {
  ...ingestLimits,
  inFlightBytesMax: 6_400,
  inFlightAnonymousBytesMax: 1_600,
  unfinishedBytesPerAddressMax: 1_000,
  inFlightRequestsMax: 20,
  inFlightEventsMax: 10_000,
  inFlightEventsMin: 1_000,
  acceptDeadlineMs: 2_500,
};

let nowMs: number;
let admission: Admission;

beforeEach(() => {
  nowMs = 0;
  admission = new Admission(limits, () => nowMs);
});

function begin(events: number): Reservation {
  const reservation = admission.reserve('192.0.2.1');
  reservation.begin(events);
  return reservation;
}

/** Returns true if so many more events are admitted. They are released at once, after a time that changes no limit. */
function admits(events: number): boolean {
  const reservation = admission.reserve('192.0.2.1');
  if (!isTaken(() => reservation.begin(events))) return false;
  nowMs += limits.acceptDeadlineMs * 0.75;
  reservation.release();
  nowMs -= limits.acceptDeadlineMs * 0.75;
  return true;
}

function isTaken(take: () => void): boolean {
  try {
    take();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return false;
    throw error;
  }
}

function work(events: number, tookMs: number): void {
  const reservation = begin(events);
  nowMs += tookMs;
  reservation.release();
}

describe('events in progress', () => {
  it('are admitted up to the limit, and again once earlier ones are released', () => {
    const first = begin(9_000);
    expect([admits(1_000), admits(1_001)]).toEqual([true, false]);
    first.release();
    expect(admits(10_000)).toBe(true);
  });

  it('have a lower limit after work that was late, but a single request is always admitted', () => {
    for (let late = 0; late < 10; late += 1) work(1_000, 2_501);
    expect(admits(5_000)).toBe(true);
    const first = begin(400);
    expect([admits(600), admits(601)]).toEqual([true, false]);
    first.release();
  });

  it('have a higher limit again after quick work, and the same one after other work', () => {
    for (let late = 0; late < 10; late += 1) work(1_000, 2_501);
    work(1_000, 1_300);
    const slow = begin(1);
    expect(admits(1_000)).toBe(false);
    slow.release();
    for (let quick = 0; quick < 3; quick += 1) work(1_000, 100);
    const next = begin(1);
    expect([admits(4_000), admits(4_001)]).toEqual([true, false]);
    next.release();
    for (let quick = 0; quick < 20; quick += 1) work(1_000, 100);
    begin(1);
    expect([admits(9_999), admits(10_000)]).toEqual([true, false]);
  });

  it('are of a limited number of requests', () => {
    const first = begin(1);
    for (let others = 1; others < limits.inFlightRequestsMax; others += 1) begin(1);
    expect(admits(1)).toBe(false);
    first.release();
    expect(admits(1)).toBe(true);
  });

  it('stay in progress until their work is over, even if their client was told to retry', () => {
    const late = begin(10_000);
    late.abandon();
    expect(admits(1)).toBe(false);
    late.release();
    expect(admits(1)).toBe(true);
  });

  it('B1 get a response within 4 seconds of the last byte, whatever hangs', () => {
    expect(ingestLimits.identifyDeadlineMs + ingestLimits.acceptDeadlineMs).toBeLessThan(4_000);
  });
});

describe('bytes of bodies', () => {
  let addresses = 0;
  const newAddress = () => `192.0.2.${addresses++}`;

  /** Reserves `bytes` for a body without a known key, from a new address by default. */
  function anonymous(bytes: number, address = newAddress()): Reservation {
    const reservation = admission.reserve(address);
    reservation.bytes.reserve(bytes);
    nowMs += 1;
    return reservation;
  }

  function identified(bytes: number, address?: string): Reservation {
    const reservation = admission.reserve(address ?? newAddress());
    reservation.bytes.identify();
    reservation.bytes.reserve(bytes);
    nowMs += 1;
    return reservation;
  }

  const dropped = (...bodies: Reservation[]) =>
    bodies.map(({ cancellation }) => !isTaken(() => cancellation.throwIfCancelled()));

  it('G2 without a known key have a separate limit, under which the costliest body is dropped', () => {
    const small = anonymous(100);
    const stalled = anonymous(700);
    nowMs += 5_000;
    const recent = anonymous(800);
    nowMs += 1_000;
    const page = anonymous(50);
    expect(dropped(small, stalled, recent, page)).toEqual([false, true, false, false]);
    expect(() => stalled.cancellation.throwIfCancelled()).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE', retryAfterSeconds: 2 }),
    );
    expect(admission.bytes).toBe(950);
  });

  it('G2 are dropped a sixteenth of the limit at a time', () => {
    for (let sent = 0; sent < 160; sent += 1) anonymous(10);
    anonymous(1);
    expect(admission.bytes).toBe(1_600 - 110 + 1);
  });

  it('G2 are refused to the costliest body, and no other is dropped for it', () => {
    const small = anonymous(100);
    const growing = anonymous(1_500);
    expect(isTaken(() => growing.bytes.reserve(1))).toBe(false);
    expect(dropped(small, growing)).toEqual([false, false]);
  });

  it('G2 that are dropped for a body suffice for it, even if it is the costliest one left', () => {
    const stalled = anonymous(20);
    nowMs += 100_000;
    const growing = anonymous(900);
    const recent = anonymous(680);
    growing.bytes.reserve(10);
    expect(dropped(stalled, growing, recent)).toEqual([true, false, false]);
  });

  it('G2 without a known key do not reduce the limit of requests with a key', () => {
    const keyed = identified(1_500);
    for (let sent = 0; sent < 20; sent += 1) anonymous(800);
    expect(admission.bytes).toBeLessThanOrEqual(1_500 + limits.inFlightAnonymousBytesMax);
    const another = identified(1_000);
    expect(dropped(keyed, another)).toEqual([false, false]);
  });

  it('G2 of an address that reserves too much are dropped before older bodies of others', () => {
    const old = anonymous(900, '198.51.100.1');
    nowMs += 60_000;
    const greedy = [250, 250, 600].map((bytes) => identified(bytes, '203.0.113.1'));
    const keyed = [1, 2, 3, 4].map((last) => identified(950, `198.51.100.1${last}`));
    nowMs += 60_000;
    identified(700, '198.51.100.2');
    expect(dropped(old, ...greedy, ...keyed)).toEqual([false, false, false, true, false, false, false, false]);
  });

  it('G2 of clients that all have the address of a proxy are dropped by their cost, and never block the others', () => {
    const stalled = Array.from({ length: 8 }, () => identified(800, '10.0.0.1'));
    nowMs += 1_000;
    const honest = Array.from({ length: 50 }, () => identified(20, '10.0.0.1'));
    expect(dropped(...honest)).toEqual(honest.map(() => false));
    expect(dropped(...stalled).filter(Boolean)).toHaveLength(2);
  });

  it('are never dropped while they are being processed: then the new body is refused', () => {
    const bodies = Array.from({ length: 8 }, () => identified(800));
    for (const body of bodies) body.bytes.keep();
    const late = admission.reserve('192.0.2.9');
    late.bytes.identify();
    expect(isTaken(() => late.bytes.reserve(1))).toBe(false);
    bodies[0]?.release();
    expect(isTaken(() => late.bytes.reserve(1))).toBe(true);
    expect(dropped(...bodies)).toEqual(bodies.map(() => false));
  });

  it('G23 are all released, whatever the outcome of their requests', () => {
    const bodies = Array.from({ length: 40 }, (_, index) => (index % 2 ? identified(300) : anonymous(300)));
    for (const body of bodies) body.release();
    for (const body of bodies) body.release();
    expect(admission.bytes).toBe(0);
    anonymous(1_600).release();
    expect(admission.bytes).toBe(0);
  });
});
