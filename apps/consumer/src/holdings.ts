/** The partitions that this process owns. */
import type { PartitionClaim } from '@footfall/bus';
import type { Instruments } from './partition/instruments.ts';

interface Holding {
  claim: PartitionClaim;
  /** Settles when the partition's writer has ended. */
  written: Promise<unknown>;
  isGivenUp: boolean;
}

export class Holdings {
  readonly #instruments: Instruments;
  readonly #holdings = new Map<number, Holding>();

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
  }

  hold(claim: PartitionClaim, written: Promise<unknown>): void {
    this.#holdings.set(claim.partition, { claim, written, isGivenUp: false });
    this.#instruments.partitionsTaken.inc();
    this.#count();
  }

  /** Marks the partition as given up: it stays assigned, but is not consumed. */
  giveUp({ partition }: PartitionClaim): void {
    const holding = this.#holdings.get(partition);
    if (holding) holding.isGivenUp = true;
    this.#count();
  }

  release({ partition }: PartitionClaim): void {
    this.#holdings.delete(partition);
    this.#count();
  }

  holds(partition: number): boolean {
    return this.#holdings.has(partition);
  }

  /** The partitions that cannot be consumed. */
  get givenUp(): number[] {
    return [...this.#holdings.values()].flatMap(({ claim, isGivenUp }) => (isGivenUp ? [claim.partition] : []));
  }

  get areAllGivenUp(): boolean {
    return this.givenUp.length === this.#holdings.size;
  }

  /** Resolves once every writer has ended. */
  async written(): Promise<void> {
    await Promise.allSettled([...this.#holdings.values()].map(({ written }) => written));
  }

  #count(): void {
    this.#instruments.partitionsHeld.set(this.#holdings.size);
    this.#instruments.partitionsGivenUp.set(this.givenUp.length);
  }
}
