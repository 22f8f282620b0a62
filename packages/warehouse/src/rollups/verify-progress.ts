/** How far a look at the whole store is. */
import type { Group } from './verify-slices.ts';

/** Counted in events: each group counts with its own, as its statements are done. */
export class VerifyProgress {
  readonly #total: number;
  readonly #show: (done: number, total: number) => void;
  #before = 0;
  #expected = 1;
  #done = 0;
  #events = 0;

  constructor(groups: readonly Group[], show: (done: number, total: number) => void) {
    this.#total = groups.reduce((sum, group) => sum + group.events, 0);
    this.#show = show;
  }

  /** So many statements follow in this group. */
  expect(group: Group, statements: number): void {
    this.#events = group.events;
    this.#expected = statements;
    this.#done = 0;
  }

  async step<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work;
    this.#done += 1;
    this.#show(this.#before + Math.floor((this.#events * this.#done) / this.#expected), this.#total);
    return result;
  }

  finish(group: Group): void {
    this.#before += group.events;
    this.#show(this.#before, this.#total);
  }
}
