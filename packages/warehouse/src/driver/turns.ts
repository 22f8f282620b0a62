/** Exclusive work of this process: calls under one name run one after the other. */
import { Semaphore } from './semaphore.ts';

const limits = { atOnceMax: 1, waitingMax: 256, waitMsMax: 20_000, runMsMax: 86_400_000 };

export class Turns {
  readonly #queues = new Map<string, Semaphore>();

  /** Runs `work` when its turn comes. Rejects with UNAVAILABLE if the wait exceeds `waitMsMax`, or too many others wait. */
  take<Result>(name: string, work: () => Promise<Result>, waitMsMax?: number): Promise<Result> {
    const queue = this.#queues.get(name) ?? new Semaphore(limits);
    this.#queues.set(name, queue);
    return queue.run(work, '', waitMsMax);
  }
}
