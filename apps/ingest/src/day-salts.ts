/**
 * The salts of the cookieless visitor hash that may be known at a moment: today's, yesterday's until 01:00 UTC, and
 * tomorrow's in the last minutes of a day. All others are forgotten, so that a visitor cannot be followed any further.
 */
import type { Salts } from '@footfall/state';

const dayMs = 86_400_000;
/** Yesterday's salt is known this long, for events that were still on their way at midnight and for open sessions. */
export const yesterdayKnownMs = 3_600_000;
/** Clocks may be this much ahead, so that an event can already lie in tomorrow. */
const tomorrowKnownMs = 5 * 60_000;

/** The UTC day of an epoch in milliseconds, `YYYY-MM-DD`. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The salts to be used at one moment. */
export interface DaySalts {
  /** The salt for an event of `day`: that day's own while it may be known, else today's. In hex. */
  saltFor(day: string): string;
}

export interface SaltReader {
  /** The salts for a batch that is enriched now. Rejects with UNAVAILABLE when the state cannot be reached. */
  read(): Promise<DaySalts>;
}

/** Reads each day's salt once and keeps it in memory for as long as it may be known. */
export function createSaltReader(salts: Salts, now: () => number): SaltReader {
  const known = new Map<string, string>();
  let forgottenBefore: string | undefined;

  async function saltOf(day: string): Promise<string> {
    let salt = known.get(day);
    if (salt === undefined) {
      salt = Buffer.from(await salts.salt(day)).toString('hex');
      known.set(day, salt);
    }
    return salt;
  }

  /** Never fails a batch: what could not be forgotten now is forgotten with the next one. */
  async function forgetBefore(day: string): Promise<void> {
    for (const other of known.keys()) if (other < day) known.delete(other);
    if (forgottenBefore === day) return;
    try {
      await salts.forgetBefore(day);
      forgottenBefore = day;
    } catch {
      forgottenBefore = undefined;
    }
  }

  async function read(): Promise<DaySalts> {
    const nowMs = now();
    const today = dayOf(nowMs);
    const yesterdayIsKnown = nowMs % dayMs < yesterdayKnownMs;
    const firstDay = yesterdayIsKnown ? dayOf(nowMs - dayMs) : today;
    await forgetBefore(firstDay);
    const byDay = new Map<string, string>();
    byDay.set(firstDay, await saltOf(firstDay));
    const todaysSalt = await saltOf(today);
    byDay.set(today, todaysSalt);
    const soon = dayOf(nowMs + tomorrowKnownMs);
    byDay.set(soon, await saltOf(soon));
    return { saltFor: (day) => byDay.get(day) ?? todaysSalt };
  }

  return { read };
}
