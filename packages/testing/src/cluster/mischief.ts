/** Kills and freezes servers and processes at random, one after another, and restarts the killed ones. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OwnServer } from '@footfall/test-servers';
import type { Member } from './member.ts';
import type { OwnServers } from './own-servers.ts';

/** The shortest pause between two acts. */
const pauseMsMin = 2_000;
const pauseMsMax = 6_000;
/** The longest time for which something is down or frozen. */
const absenceMsMax = 8_000;

/** A server or process that can be made to fail. */
interface Victim {
  name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export class Mischief {
  /** The number of times each act was done. */
  readonly counts: Record<string, number> = {};
  readonly #victims: readonly Victim[];
  readonly #random: () => number;
  readonly #say: (line: string) => void;
  readonly #members: readonly Member[];
  /** Victims that were killed and not started again yet. */
  readonly #absent = new Set<Victim>();

  constructor(servers: OwnServers, members: readonly Member[], seed: number, say: (line: string) => void) {
    const { kafka, clickhouse, redis } = servers;
    this.#members = members;
    this.#victims = [
      server('kafka', kafka),
      server('clickhouse', clickhouse),
      server('redis', redis),
      ...members.map(process),
    ];
    this.#random = randomFrom(seed);
    this.#say = say;
  }

  /** Does something every few seconds; `onAct` is called after each act. */
  async run(forMs: number, onAct: () => void): Promise<void> {
    const deadline = performance.now() + forMs;
    while (performance.now() < deadline) {
      await pause(this.#between(pauseMsMin, pauseMsMax));
      await this.#act().catch((error: unknown) => this.#say(`that did not work: ${String(error)}`));
      onAct();
    }
  }

  /** Resolves once every server is started and every process ready. */
  async makeGood(): Promise<void> {
    for (const victim of this.#absent) await victim.start();
    this.#absent.clear();
    await Promise.all(this.#members.map((member) => this.#revive(member)));
  }

  async #act(): Promise<void> {
    const victim = this.#victims[Math.floor(this.#random() * this.#victims.length)];
    if (!victim) return;
    const isKill = this.#random() < 0.5;
    const absenceMs = this.#between(0, absenceMsMax);
    const act = `${isKill ? 'kill' : 'freeze'} ${victim.name}`;
    this.counts[act] = (this.counts[act] ?? 0) + 1;
    this.#say(`${act} for ${Math.round(absenceMs)} ms`);
    if (isKill) {
      this.#absent.add(victim);
      await victim.kill();
      await pause(absenceMs);
      await victim.start();
      this.#absent.delete(victim);
    } else {
      await victim.freeze();
      await pause(absenceMs);
      await victim.thaw();
    }
    await this.#reviveEnded();
  }

  /** Restarts processes that have exited, as a supervisor does. */
  async #reviveEnded(): Promise<void> {
    for (const member of this.#members) {
      if (member.isRunning) continue;
      this.counts[`restart ${member.name}`] = (this.counts[`restart ${member.name}`] ?? 0) + 1;
      this.#say(`${member.name} has exited: ${member.child.output().split('\n').slice(-2).join(' | ')}`);
      member.launch();
    }
  }

  /** A process that ends while it waits for a server is started until it stays up. */
  async #revive(member: Member): Promise<void> {
    for (;;) {
      if (!member.isRunning) member.launch();
      try {
        await member.ready();
        return;
      } catch (error) {
        if (member.isRunning) throw error;
      }
    }
  }

  #between(least: number, most: number): number {
    return least + this.#random() * (most - least);
  }
}

function server(name: string, own: OwnServer): Victim {
  return { name, kill: () => own.kill(), start: () => own.start(), freeze: () => own.freeze(), thaw: () => own.thaw() };
}

function process(member: Member): Victim {
  return {
    name: member.name,
    kill: async () => void (await member.kill()),
    start: async () => void member.launch(),
    freeze: async () => member.freeze(),
    thaw: async () => member.thaw(),
  };
}

/** Returns numbers from 0 to 1, reproducible for the same seed: a linear congruence is random enough for mischief. */
function randomFrom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
