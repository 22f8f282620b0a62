/** What this process has seen of each workspace, minute by minute: summed up in memory, put into the state at most once a second, and only what has changed. */
import { addIntake, type Intake, noIntake } from '@footfall/schemas';
import type { Reports } from '@footfall/state';
import { LRUCache } from 'lru-cache';

const putIntervalMs = 1_000;
const minuteMs = 60_000;
const workspacesMax = 10_000;
/** Reports that wait for a state that cannot be reached; the oldest are forgotten first. */
const waitingMax = 5_000;

interface Report {
  workspaceId: string;
  minute: number;
  seen: Intake;
}

export class IntakeReports {
  readonly #reports: Reports;
  readonly #now: () => number;
  /** Of this minute, or of the last one in which anything came. */
  readonly #current = new LRUCache<string, Report>({ max: workspacesMax });
  #changed = new Set<Report>();
  #timer: NodeJS.Timeout | undefined;
  #putting: Promise<void> | undefined;

  /** `now`: epoch milliseconds. */
  constructor(reports: Reports, now: () => number) {
    this.#reports = reports;
    this.#now = now;
  }

  add(workspaceId: string, seen: Partial<Intake>): void {
    const minute = Math.floor(this.#now() / minuteMs);
    let report = this.#current.get(workspaceId);
    if (report?.minute !== minute) {
      report = { workspaceId, minute, seen: noIntake };
      this.#current.set(workspaceId, report);
    }
    report.seen = addIntake(report.seen, { ...noIntake, ...seen });
    this.#changed.add(report);
    this.#schedule();
  }

  /** Puts what has changed; call it once no request is left. */
  async close(): Promise<void> {
    await this.#putting;
    clearTimeout(this.#timer);
    await this.#putChanged();
    clearTimeout(this.#timer);
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

  /** One after the other, so that what the state does for requests does not wait behind them. Never rejects. */
  async #putChanged(): Promise<void> {
    const waiting = [...this.#changed];
    this.#changed = new Set();
    for (const [index, { workspaceId, minute, seen }] of waiting.entries()) {
      try {
        await this.#reports.put(workspaceId, minute, JSON.stringify(seen));
      } catch {
        // The state says in the log that it cannot be reached.
        const left = [...waiting.slice(index), ...this.#changed];
        this.#changed = new Set(left.slice(-waitingMax));
        return;
      }
    }
  }
}
