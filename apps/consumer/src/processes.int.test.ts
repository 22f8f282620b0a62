/** Several consumer processes on one topic, which freeze, block and join, while every event is stored once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describeWithServers, until } from '@footfall/test-servers';
import type { ChildOptions } from './consume-until-signal.fixture.ts';
import { events } from './event.fixture.ts';
import { type KafkaRig, openKafkaRig } from './kafka-rig.fixture.ts';

/** Twice the time after which a silent member's partitions are assigned to others. */
const blockMs = 20_000;
const stored = (count: number) => ({ rows: count, positions: count, ids: count });

interface Child {
  process: ChildProcess;
  /** Resolves once the process has printed the line. */
  said(line: string): Promise<void>;
  /** Resolves with its exit status. */
  stop(): Promise<unknown>;
}

describeWithServers('consumer processes', ['KAFKA_BROKERS', 'CLICKHOUSE_URL'], (servers) => {
  let rig: KafkaRig;
  const children = new Set<ChildProcess>();
  beforeEach(async () => {
    rig = await openKafkaRig(servers, 3);
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    await rig.remove();
  });

  async function startChild(options: ChildOptions = {}): Promise<Child> {
    const file = resolve('apps/consumer/src/consume-until-signal.fixture.ts');
    const node = ['--conditions=source', '--import', resolve('scripts/run-source.mjs')];
    const child = spawn(process.execPath, [...node, file, JSON.stringify(rig.settings), JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(child);
    const lines = new Set<string>();
    createInterface({ input: child.stdout }).on('line', (line) => lines.add(line));
    const one: Child = {
      process: child,
      said: (line) =>
        until(
          () => lines.has(line),
          () => [...lines],
        ),
      async stop() {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        return (await ended)[0];
      },
    };
    await one.said('consuming');
    return one;
  }

  it('B6 processes that were frozen after a plan or an insert do not store events again that the next owner has stored', async () => {
    const places = ['planned', 'inserted'] as const;
    const frozen = [await startChild({ at: places[0] }), await startChild({ at: places[1] })];
    await rig.publish(...events(900));
    for (const [index, child] of frozen.entries()) await child.said(`at ${places[index]}`);
    const other = await startChild();
    await rig.allStored();
    await rig.publish(...events(300, {}, 900));
    await rig.allStored();
    for (const child of frozen) child.process.kill('SIGCONT');
    for (const [index, child] of frozen.entries()) await child.said(`past ${places[index]}`);
    await rig.publish(...events(300, {}, 1_200));
    await rig.allStored();
    for (const child of [...frozen, other]) expect(await child.stop()).toBe(0);
    await expect(rig.stored()).resolves.toEqual(stored(1_500));
  });

  it('B5 a process that is busy for longer than its session timeout is fenced, and its partitions are assigned to others', async () => {
    const busy = await startChild({ at: 'inserted', blockMs });
    await rig.publish(...events(900));
    await busy.said('at inserted');
    const other = await startChild();
    await rig.allStored();
    await busy.said('past inserted');
    await rig.publish(...events(300, {}, 900));
    await rig.allStored();
    expect(await busy.stop()).toBe(0);
    expect(await other.stop()).toBe(0);
    await expect(rig.stored()).resolves.toEqual(stored(1_200));
  });
});
