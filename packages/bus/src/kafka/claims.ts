/** The claims of one consumption: a handler for each partition, one after the other where a partition comes again. */
import { setMaxListeners } from 'node:events';
import type { PartitionClaim } from '../port.ts';

export interface OpenedClaim {
  claim: PartitionClaim;
  /** Called when the claim is revoked and its handler has ended: until then a commit may be under way. */
  close: () => void;
}

export class Claims {
  readonly #handler: (claim: PartitionClaim) => Promise<void>;
  readonly #onFault: (fault: unknown) => void;
  readonly #handling = new Map<number, Promise<void>>();
  #revocation = new AbortController();

  /** `onFault` gets what a handler threw while its claim was in force. */
  constructor(handler: (claim: PartitionClaim) => Promise<void>, onFault: (fault: unknown) => void) {
    this.#handler = handler;
    this.#onFault = onFault;
  }

  /** Revokes what there is, and gives the signal for what is taken next. */
  revoke(): AbortSignal {
    this.#revocation.abort();
    this.#revocation = new AbortController();
    // Every claim and every read listens to it.
    setMaxListeners(0, this.#revocation.signal);
    return this.#revocation.signal;
  }

  /** Runs the handler for `partition` once the one before it has ended. */
  start(partition: number, revoked: AbortSignal, openClaim: () => OpenedClaim): void {
    const before = this.#handling.get(partition) ?? Promise.resolve();
    const handled = before.then(() => this.#handle(revoked, openClaim));
    this.#handling.set(partition, handled);
  }

  /** Resolves when every handler has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#handling.values());
  }

  async #handle(revoked: AbortSignal, openClaim: () => OpenedClaim): Promise<void> {
    if (revoked.aborted) return;
    const { claim, close } = openClaim();
    try {
      await this.#handler(claim);
    } catch (error) {
      // A handler whose partition is another's by now may fail as it likes.
      if (!revoked.aborted) this.#onFault(error);
    } finally {
      if (revoked.aborted) close();
      else revoked.addEventListener('abort', close);
    }
  }
}
