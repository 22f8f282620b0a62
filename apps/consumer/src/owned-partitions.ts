/** The partitions that are assigned to this process, and which of them cannot be consumed. */
import type { Instruments } from './partition/instruments.ts';

interface Running {
  ended: Promise<unknown>;
  isFailed: boolean;
}

export class OwnedPartitions {
  readonly #instruments: Instruments;
  readonly #running = new Map<number, Running>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  /** `ended` settles when the work on the partition has ended. */
  add(partition: number, ended: Promise<unknown>): void {
    this.#running.set(partition, { ended, isFailed: false });
    this.#instruments.partitionsTaken.inc();
    this.#count();
  }

  /** Marks the partition as failed: it stays assigned, but is not consumed. */
  markFailed(partition: number): void {
    const running = this.#running.get(partition);
    if (running) running.isFailed = true;
    this.#count();
  }

  remove(partition: number): void {
    this.#running.delete(partition);
    this.#count();
  }

  has(partition: number): boolean {
    return this.#running.has(partition);
  }

  /** The partitions that cannot be consumed. */
  get failed(): number[] {
    return [...this.#running].flatMap(([partition, { isFailed }]) => (isFailed ? [partition] : []));
  }

  get haveAllFailed(): boolean {
    return this.failed.length === this.#running.size;
  }

  /** Resolves once the work on every partition has ended. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#running.values()].map(({ ended }) => ended));
  }

  #count(): void {
    this.#instruments.partitionsHeld.set(this.#running.size);
    this.#instruments.partitionsStopped.set(this.failed.length);
  }
}
