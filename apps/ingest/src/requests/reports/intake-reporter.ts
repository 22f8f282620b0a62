/** Reports the events that this process has accepted and refused, by workspace and minute. Sums them up in memory, and writes the reports that have changed to the state at most once a second. */
import { addRefused, type EnrichedEvent, type IntakeTally, minuteMs, type Refused } from '@footfall/schemas';
import type { Reports } from '@footfall/state';
import { LRUCache } from 'lru-cache';

const putIntervalMs = 1_000;
const workspacesMax = 10_000;
/** The maximum number of reports that wait for a state that cannot be reached; the oldest are dropped first. */
const waitingMax = 5_000;

interface Report {
  workspaceId: string;
  minute: number;
  accepted: number;
  /** The last accepted event. */
  last: LastEvent | undefined;
  refused: Refused[];
}

type LastEvent = Pick<EnrichedEvent, 'receivedAt' | 'type' | 'path' | 'country'>;

export class IntakeReporter {
  readonly #reports: Reports;
  readonly #now: () => number;
  /** The report of each workspace for this minute, or for the last one with a request. */
  readonly #current = new LRUCache<string, Report>({ max: workspacesMax });
  #changed = new Set<Report>();
  #timer: NodeJS.Timeout | undefined;
  #putting: Promise<void> | undefined;

  /** `now`: epoch milliseconds. */
  constructor(reports: Reports, now: () => number) {
    this.#reports = reports;
    this.#now = now;
  }

  /** Adds durable events, possibly none. */
  accepted(workspaceId: string, events: readonly EnrichedEvent[]): void {
    const report = this.#reportOf(workspaceId);
    report.accepted += events.length;
    const last = events.at(-1);
    if (last === undefined || (report.last && report.last.receivedAt > last.receivedAt)) return;
    const { receivedAt, type, path, country } = last;
    report.last = { receivedAt, type, path, country };
  }

  refused(workspaceId: string, refused: Refused[]): void {
    const report = this.#reportOf(workspaceId);
    report.refused = addRefused(report.refused, refused);
  }

  /** Stores the changed reports; call it once no request is left. */
  async close(): Promise<void> {
    await this.#putting;
    clearTimeout(this.#timer);
    await this.#putChanged();
    clearTimeout(this.#timer);
  }

  /** Returns the report of this minute, which is about to change. */
  #reportOf(workspaceId: string): Report {
    const minute = Math.floor(this.#now() / minuteMs);
    let report = this.#current.get(workspaceId);
    if (report?.minute !== minute) {
      report = { workspaceId, minute, accepted: 0, last: undefined, refused: [] };
      this.#current.set(workspaceId, report);
    }
    this.#changed.add(report);
    this.#schedule();
    return report;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#putting !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#putting = this.#putChanged().finally(() => {
        this.#putting = undefined;
        if (this.#changed.size > 0) this.#schedule();
      });
    }, putIntervalMs).unref();
  }

  /** Stores the changed reports one by one, so that calls for requests do not queue behind them. Never rejects. */
  async #putChanged(): Promise<void> {
    const waiting = [...this.#changed];
    this.#changed = new Set();
    for (const [index, report] of waiting.entries()) {
      try {
        await this.#reports.put(report.workspaceId, report.minute, JSON.stringify(intakeOf(report)));
      } catch {
        // The state logs that it cannot be reached.
        const left = [...waiting.slice(index), ...this.#changed];
        this.#changed = new Set(left.slice(-waitingMax));
        return;
      }
    }
  }
}

/** Returns the stored form of a report. */
function intakeOf({ accepted, last, refused }: Report): IntakeTally {
  if (last === undefined) return { accepted, refused, last: null };
  const { receivedAt, ...shown } = last;
  return { accepted, refused, last: { at: new Date(receivedAt).toISOString(), ...shown } };
}
