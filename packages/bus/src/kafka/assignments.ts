/** The assignments of one consumption: one handler for each partition at a time. */
import { setMaxListeners } from 'node:events';
import type { Assignment } from '../port.ts';

export interface OpenedAssignment {
  assignment: Assignment;
  /** Called once the assignment is revoked and its handler has ended: until then a commit may be in progress. */
  close: () => void;
}

export class Assignments {
  readonly #handler: (assignment: Assignment) => Promise<void>;
  readonly #onFault: (fault: unknown) => void;
  readonly #handling = new Map<number, Promise<void>>();
  #revocation = new AbortController();

  /** `onFault` receives errors that a handler throws before its assignment is revoked. */
  constructor(handler: (assignment: Assignment) => Promise<void>, onFault: (fault: unknown) => void) {
    this.#handler = handler;
    this.#onFault = onFault;
  }

  /** Revokes all assignments, and returns the signal for the next ones. */
  revoke(): AbortSignal {
    this.#revocation.abort();
    this.#revocation = new AbortController();
    // Every assignment and every read adds a listener.
    setMaxListeners(0, this.#revocation.signal);
    return this.#revocation.signal;
  }

  /** Runs the handler for `partition` once its previous one has ended. */
  start(partition: number, revoked: AbortSignal, openAssignment: () => OpenedAssignment): void {
    const before = this.#handling.get(partition) ?? Promise.resolve();
    const handled = before.then(() => this.#handle(revoked, openAssignment));
    this.#handling.set(partition, handled);
  }

  /** Resolves once every handler has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#handling.values());
  }

  async #handle(revoked: AbortSignal, openAssignment: () => OpenedAssignment): Promise<void> {
    if (revoked.aborted) return;
    const { assignment, close } = openAssignment();
    try {
      await this.#handler(assignment);
    } catch (error) {
      // Once its partition is revoked, a handler is expected to fail.
      if (!revoked.aborted) this.#onFault(error);
    } finally {
      if (revoked.aborted) close();
      else revoked.addEventListener('abort', close);
    }
  }
}
