/** Records accepted events and refusals in the reports of their workspace. No request waits for it. */
import type { AppError } from '@footfall/errors';
import type { Refused } from '@footfall/schemas';
import type { Reports } from '@footfall/state';
import type { KeyStore } from '@footfall/warehouse';
import { shownOrigin } from '../cors.ts';
import { IntakeReporter } from './intake-reporter.ts';
import { type KeyProblem, KeyRefusal, reasonOf } from '../key-refusal.ts';
import { workspacesOfPage } from './site-index.ts';
import type { Verdicts } from '../verdicts.ts';

/** The maximum number of refused requests whose workspace is being looked up; further ones are not reported. */
const searchesMax = 100;

export interface IntakeRecorderDeps {
  keyStore: Pick<KeyStore, 'findOwner' | 'sites'>;
  reports: Reports;
  /** Epoch milliseconds. */
  now: () => number;
}

export class IntakeRecorder {
  readonly #keyStore: IntakeRecorderDeps['keyStore'];
  readonly #reporter: IntakeReporter;
  readonly #now: () => number;
  #searches = 0;

  constructor({ keyStore, reports, now }: IntakeRecorderDeps) {
    this.#keyStore = keyStore;
    this.#reporter = new IntakeReporter(reports, now);
    this.#now = now;
  }

  /** Records the verdicts on a request whose accepted events are durable. `originOf` returns the origin of the page that sent them. */
  judged(workspaceId: string, { accepted, rejected }: Verdicts, originOf: () => string | undefined): void {
    this.#reporter.accepted(workspaceId, accepted);
    if (rejected.length === 0) return;
    const sent = this.#sent(originOf());
    this.#reporter.refused(
      workspaceId,
      rejected.map(({ code, message }) => ({ code, message, ...sent })),
    );
  }

  /** Records that a request was refused as a whole. `workspaceId`: the owner of its key, if the key was valid. */
  refused(refusal: AppError, workspaceId: string | undefined, origin: string | undefined): void {
    if (this.#searches >= searchesMax) return;
    this.#searches += 1;
    // Only the report is lost if the store of keys cannot be reached.
    void this.#report(refusal, workspaceId, origin)
      .catch(() => undefined)
      .finally(() => (this.#searches -= 1));
  }

  /** Stores the pending reports. */
  close(): Promise<void> {
    return this.#reporter.close();
  }

  async #report(error: AppError, workspaceId: string | undefined, origin: string | undefined): Promise<void> {
    const { problem, clues } = error instanceof KeyRefusal ? error : { problem: undefined, clues: {} };
    const from = clues.origin ?? origin;
    const owner = clues.keyHash === undefined ? undefined : await this.#keyStore.findOwner(clues.keyHash);
    const known = workspaceId ?? clues.workspaceId ?? owner?.workspaceId;
    const workspaceIds = known === undefined ? workspacesOfPage(from, await this.#keyStore.sites()) : [known];
    const reason = owner?.end ? endedKeys[owner.end] : problem;
    const message = reason ? reasonOf(reason) : error.message;
    const refused = [{ code: reason ?? error.code, message, ...this.#sent(from) }];
    for (const one of workspaceIds) this.#reporter.refused(one, refused);
  }

  /** Returns the fields of a refusal that happens now, once. */
  #sent(origin: string | undefined): Pick<Refused, 'count' | 'lastAt' | 'origin'> {
    return { count: 1, lastAt: new Date(this.#now()).toISOString(), origin: shownOrigin(origin) };
  }
}

const endedKeys = { expired: 'EXPIRED_KEY', revoked: 'REVOKED_KEY' } as const satisfies Record<string, KeyProblem>;
