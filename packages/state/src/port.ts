/** The state: what the processes share besides the bus and the warehouse, and could rebuild or do without. */

/** Text by key, with a lifetime. A value may vanish at any time. Never rejects for want of a server: it misses. */
export interface Cache {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** True for one caller until `ttlMs` has passed or it releases: who computes a value that many miss. */
  lock(key: string, ttlMs: number): Promise<boolean>;
  unlock(key: string): Promise<void>;
}

/** An allowance in a fixed window of one minute, and a pool beside it that refills every ten minutes. */
export interface Allowance {
  perMinute: number;
  /** 0 for none. */
  burstPool: number;
}

export interface LimitDecision {
  allowed: boolean;
  /** What is left of `perMinute` in this window. */
  remaining: number;
  /** Epoch milliseconds at which the window ends. */
  resetAtMs: number;
}

export interface Limits {
  /** Takes `points` (1 or more) from the allowance of `key`. Over it nothing is allowed; never rejects for want of a server. */
  consume(key: string, allowance: Allowance, points?: number): Promise<LimitDecision>;
}

/** One visit to place in a session: the visitor it is of, and, just after midnight, who that visitor was before it. */
export interface Visit {
  workspaceId: string;
  /** 64-bit hash, 16 hex digits. */
  visitorId: string;
  /** The same visitor under yesterday's salt, when that is still known: a session in progress keeps it. */
  previousVisitorId?: string | undefined;
  /** Epoch milliseconds of the event, not of its arrival. */
  timestamp: number;
}

export interface PlacedVisit {
  /** As in the visit, or the previous visitor's when the visit goes on with that one's session. */
  visitorId: string;
  /** 64-bit hash, 16 hex digits; derived from workspace, visitor and the session's first known timestamp. */
  sessionId: string;
}

export interface Sessions {
  /** Places visits by the 30-minute rule, in order. Resolves once what it decided survives a crash of this process. Rejects with UNAVAILABLE. */
  place(visits: readonly Visit[]): Promise<PlacedVisit[]>;
}

/** Salts of the cookieless visitor hash, one a UTC day (`YYYY-MM-DD`), the same in every process. */
export interface Salts {
  /** The salt of `day`, made when there is none yet. */
  salt(day: string): Promise<Uint8Array>;
  /** Forgets the salts of all days before `day`, for good. */
  forgetBefore(day: string): Promise<void>;
}

/** Reports are forgotten after this many minutes. */
export const reportMinutes = 30;

/** What processes report about a subject, minute by minute. For people to look at: a report may vanish at any time. */
export interface Reports {
  /** Replaces what this process has reported about `subject` for a minute, counted from the epoch. Rejects when the server cannot be reached. */
  put(subject: string, minute: number, text: string): Promise<void>;
  /** Returns what all processes have reported about `subject` for this minute and those before it, `reportMinutes` in all. Rejects with UNAVAILABLE. */
  recent(subject: string): Promise<string[]>;
}

export interface State {
  readonly cache: Cache;
  readonly limits: Limits;
  readonly sessions: Sessions;
  readonly salts: Salts;
  readonly reports: Reports;
  /** Tells every process, this one too, that keys or workspaces have changed. */
  announceKeyChange(): Promise<void>;
  onKeyChange(listener: () => void): void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Told when the state cannot be reached or written, and when it can again. */
export interface StateLogger {
  info(message: string): void;
  warn(message: string): void;
}
