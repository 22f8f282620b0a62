/** The state: data that the processes share in addition to the bus and the warehouse, and could rebuild or do without. */
import type { DirectoryLogger, LmdbDirectory } from '@footfall/data-directory';

/** Text by key, with a TTL. A value may vanish at any time. Does not reject if a server is missing: every lookup is a miss. */
export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Returns true for one caller until `ttlMs` has passed or it releases the lock: that caller computes the missing value for all. */
  lock(key: string, ttlMs: number): Promise<boolean>;
  unlock(key: string): Promise<void>;
}

/** A rate limit: a fixed window of one minute, and an additional pool that refills every ten minutes. */
export interface RateLimit {
  perMinute: number;
  /** 0 for none. */
  burstPool: number;
}

export interface LimitDecision {
  allowed: boolean;
  /** `perMinute` of the limit. */
  limit: number;
  /** The rest of `perMinute` in this window. */
  remaining: number;
  /** Epoch milliseconds at which the window ends. */
  resetAtMs: number;
}

export interface Limits {
  /** Takes `points` (1 or more) from the limit of `key`. Refuses requests above the limit; does not reject if a server is missing. */
  consume(key: string, rateLimit: RateLimit, points?: number): Promise<LimitDecision>;
}

/** A visit to assign to a session: its visitor and, just after midnight, the visitor's identity before midnight. */
export interface Visit {
  workspaceId: string;
  /** 64-bit hash, 16 hex digits. */
  visitorId: string;
  /** The same visitor under yesterday's salt, if that is still known: a session in progress keeps it. */
  previousVisitorId?: string | undefined;
  /** Epoch milliseconds of the event, not of its arrival. */
  timestamp: number;
}

export interface AssignedVisit {
  /** The visitor of the visit, or the previous one if the visit continues that one's session. */
  visitorId: string;
  /** 64-bit hash, 16 hex digits; derived from workspace, visitor and the session's first known timestamp. */
  sessionId: string;
}

export interface Sessions {
  /** Assigns visits by the 30-minute rule, in order. After a crash, each event that was published after this resolved still has its session. Rejects with UNAVAILABLE. */
  assign(visits: readonly Visit[]): Promise<AssignedVisit[]>;
}

/** Salts of the cookieless visitor hash, one per UTC day (`YYYY-MM-DD`), the same in every process. */
export interface Salts {
  /** Returns the salt of `day` in hex, and creates it if there is none yet. */
  salt(day: string): Promise<string>;
  /** Deletes the salts of all days before `day` permanently. */
  forgetBefore(day: string): Promise<void>;
}

/** Reports expire after this many minutes. */
export const reportMinutes = 30;

/** Informative reports of processes about a subject, one per minute. A report may vanish at any time. */
export interface Reports {
  /** Replaces this process's report about `subject` for a minute, counted from the epoch. Rejects if the server cannot be reached. */
  put(subject: string, minute: number, text: string): Promise<void>;
  /** Returns the reports of all processes about `subject` for this minute and those before it, `reportMinutes` in all. Rejects with UNAVAILABLE. */
  recent(subject: string): Promise<string[]>;
}

export interface State {
  readonly cache: Cache;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly salts: Salts;
  readonly reports: Reports;
  /** Notifies every other process that a workspace, key, person, share, goal or annotation has changed. Rejects with UNAVAILABLE if they cannot be reached yet; they are notified later. */
  announceChange(): Promise<void>;
  /** Calls `listener` when another process has changed one of these, or may have. */
  onChange(listener: () => void): void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The parts of a process that its state may use. */
export interface StateOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** Receives messages when the state becomes unreachable or unwritable, and when it recovers. */
  logger?: DirectoryLogger | undefined;
  /** The environment of the embedded log, if this process has one: embedded sessions are then stored in the same commits as the events that are published after they were assigned. */
  log?: LmdbDirectory | undefined;
}
