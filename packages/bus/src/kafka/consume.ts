/** Consumption in the group: joins, starts assignments, and joins again whenever the membership or the topic is lost. */
import { StartError } from '@footfall/errors';
import { setTimeout as delay } from 'node:timers/promises';
import type { Consumption, Assignment } from '../port.ts';
import { withDeadline } from '@footfall/process';
import { createAssignment } from './assignment.ts';
import { Assignments, type OpenedAssignment } from './assignments.ts';
import { ClusterConnection } from './cluster.ts';
import { recreatedTopic, toFault } from './faults.ts';
import type { GroupAddress, Member } from './group-offsets.ts';
import { clientLimits, type KafkaBusLimits } from './limits.ts';
import { joinGroup } from './membership.ts';
import type { TopicIdentity } from './topic-identity.ts';
import type { TopicLookup } from './topic-lookup.ts';

const rejoinDelayMs = 200;
const rejoinDelayMaxMs = 5_000;

export class GroupConsumption implements Consumption {
  readonly finished: Promise<void>;
  readonly #address: GroupAddress;
  readonly #lookup: TopicLookup;
  readonly #limits: KafkaBusLimits;
  readonly #assignments: Assignments;
  readonly #stopping = new AbortController();
  #fault: unknown;
  #isConfirmed = false;
  /** The time since which Kafka has responded without confirming the membership. */
  #refusedSince: number | undefined;
  #leave: (reason: unknown) => void = () => {};
  #noteJoined: () => void = () => {};

  constructor(
    address: GroupAddress,
    lookup: TopicLookup,
    limits: KafkaBusLimits,
    handler: (assignment: Assignment) => Promise<void>,
  ) {
    this.#address = address;
    this.#lookup = lookup;
    this.#limits = limits;
    this.#assignments = new Assignments(handler, (fault) => this.#fail(fault));
    this.finished = this.#run();
    // A rejection that no caller handles would end the process.
    this.finished.catch(() => {});
  }

  /** Resolves once this process has its first partitions, the consumption has ended, or `joinMs` have passed. */
  async joined(): Promise<void> {
    const joined = new Promise<void>((resolve) => {
      this.#noteJoined = resolve;
    });
    const waited = delay(clientLimits.joinMs, undefined, { signal: this.#stopping.signal, ref: false });
    await Promise.race([joined, waited, this.finished]).catch(() => {});
  }

  async stop(): Promise<void> {
    this.#end();
    await Promise.allSettled([this.finished]);
  }

  #fail(fault: unknown): void {
    this.#fault ??= fault;
    this.#end();
  }

  #end(): void {
    this.#stopping.abort();
    this.#leave(undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let delayMs = rejoinDelayMs; !signal.aborted; delayMs = Math.min(delayMs * 2, rejoinDelayMaxMs)) {
      this.#isConfirmed = false;
      const reason = await this.#runMembership();
      if (signal.aborted) break;
      if (this.#isConfirmed) delayMs = rejoinDelayMs;
      await this.#endIfUnrecoverable(reason);
      await delay(delayMs, undefined, { signal }).catch(() => {});
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Runs one membership from joining to leaving. Resolves with the reason why it ended. */
  async #runMembership(): Promise<unknown> {
    const toLeave = new Promise<unknown>((resolve) => {
      this.#leave = resolve;
    });
    if (this.#stopping.signal.aborted) return undefined;
    let isOver = false;
    const membership = joinGroup(this.#address, this.#limits, {
      onRevoked: () => void this.#assignments.revoke(),
      onConfirmed: () => {
        this.#isConfirmed = true;
        this.#refusedSince = undefined;
      },
      onAssigned: (partitions, member) => {
        if (!isOver) void this.#startAll(partitions, member);
      },
    });
    const reason = await Promise.race([membership.ended, toLeave]);
    isOver = true;
    this.#assignments.revoke();
    await this.#handOver();
    await membership.leave();
    return reason;
  }

  /** Waits for the handlers, which commit what they have stored before other members get the partitions. Ends the consumption if a handler does not end, because this process could not join the group again. */
  async #handOver(): Promise<void> {
    const { handOverMaxMs } = this.#limits;
    await withDeadline(this.#assignments.ended(), handOverMaxMs, () => {
      this.#fail(
        new StartError(`A partition was revoked ${handOverMaxMs / 1000} s ago, but its handler has not ended`),
      );
    });
  }

  async #startAll(partitions: readonly number[], member: Member): Promise<void> {
    const revoked = this.#assignments.revoke();
    const identity = await this.#identity(revoked);
    if (identity === undefined) return;
    for (const partition of partitions) {
      this.#assignments.start(partition, revoked, () => this.#openAssignment(partition, identity, member, revoked));
    }
    this.#noteJoined();
  }

  /** Resolves with the topic's current identity; undefined if `revoked` aborts first. */
  async #identity(revoked: AbortSignal): Promise<TopicIdentity | undefined> {
    while (!revoked.aborted) {
      try {
        const identity = await this.#lookup.identity();
        if (revoked.aborted) break;
        if (identity !== undefined) return identity;
      } catch (error) {
        if (error instanceof StartError) this.#fail(error);
      }
      await delay(rejoinDelayMs, undefined, { signal: revoked }).catch(() => {});
    }
    return undefined;
  }

  #openAssignment(partition: number, identity: TopicIdentity, member: Member, revoked: AbortSignal): OpenedAssignment {
    const { brokers, topic } = this.#address;
    const connection = new ClusterConnection(brokers, topic);
    const assignment = createAssignment({
      partition,
      identity,
      member,
      connection,
      checkIdentity: () => this.#checkIdentity(identity),
      onFenced: () => {
        // Otherwise the next assignments have already been started.
        if (!revoked.aborted) this.#assignments.revoke();
      },
      stallMaxMs: this.#limits.stallMaxMs,
      revoked,
    });
    return { assignment, close: () => connection.close() };
  }

  /** Rejects with CONFLICT if the topic was deleted and created again: its partitions, offsets and commits are then different ones. */
  async #checkIdentity({ topicId }: TopicIdentity): Promise<void> {
    const identity = await this.#lookup.requireIdentity();
    if (identity.topicId === topicId) return;
    const fault = recreatedTopic();
    this.#leave(fault);
    throw fault;
  }

  async #endIfUnrecoverable(reason: unknown): Promise<void> {
    const fault = toFault(reason);
    if (fault instanceof StartError) return this.#fail(fault);
    const identity = await this.#lookup.identity().catch(() => undefined);
    this.#refusedSince = identity === undefined ? undefined : (this.#refusedSince ?? performance.now());
    if (this.#refusedSince === undefined || performance.now() - this.#refusedSince < this.#limits.stallMaxMs) return;
    this.#fail(
      new StartError('Kafka responds, but does not admit this process to its consumer group', { cause: reason }),
    );
  }
}
