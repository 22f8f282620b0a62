/** The ends of a process that stores events, under load: on the embedded drivers and on servers, every acknowledged event is stored once after each. */
import { randomInt } from 'node:crypto';
import type { End } from '../child-process.ts';
import type { Member } from '../cluster/member.ts';
import { compare, nothingWrong } from './checker.ts';
import { breakpoints, type ProcessEnd } from './process-end.ts';
import { rigEnvironment, type RigOptions } from './rig-options.ts';
import { checkStored } from './stored.ts';
import type { Subject } from './subject.ts';

/** The approximate number of writes of a rollup batch. */
const rollupWritesMax = 28;
/** The time after which a process that exits counts as deadlocked, and is killed. */
const exitMsMax = 5_000;
type Ending = Pick<RigOptions, 'rollsUp'> & { end: ProcessEnd };
const killed = (breakpoint: ProcessEnd['breakpoint']): [Ending, unknown] => [
  { end: { breakpoint, by: 'SIGKILL' } },
  'SIGKILL',
];
const rolledUp = (moment: 'before' | 'after'): [Ending, unknown] => {
  const [ending, seen] = killed(breakpoints.rollingUp(moment, randomInt(1, rollupWritesMax)));
  return [{ ...ending, rollsUp: true }, seen];
};

/** The breakpoint and the kind of the end, the drivers, and the exit status that the parent sees. */
const ends: readonly [title: string, drivers: 'embedded' | 'all', ending: Ending, seen: unknown][] = [
  ['A1 is killed between the planned range and the insert', 'all', ...killed(breakpoints.planned(2))],
  ['A2 is killed between the insert and the second commit', 'all', ...killed(breakpoints.inserted(2))],
  ['A3 is killed right after the second commit', 'all', ...killed(breakpoints.committed(2))],
  ['A7 is killed before it writes to the rollups', 'embedded', ...rolledUp('before')],
  ['A7 is killed after it has written to the rollups', 'all', ...rolledUp('after')],
  // Threads of the engine, which nothing has stopped, may crash meanwhile, or deadlock.
  [
    'A10 exits without a close',
    'embedded',
    { end: { breakpoint: breakpoints.inserted(2), by: 'process.exit' } },
    expect.anything(),
  ],
  [
    'A9 exits with 1 at a second SIGTERM in the middle of a batch',
    'all',
    { end: { breakpoint: breakpoints.inserted(2), by: 'stuck' } },
    1,
  ],
];

/** Ends `subject().writer` at every breakpoint of the table, runs the tests of `further`, and checks the stored events after all of it. */
export function itEnds(drivers: 'embedded' | 'servers', subject: () => Subject, further: () => void = () => {}): void {
  const rows = ends.filter(([, those]) => those === 'all' || those === drivers);

  it.each(rows)('%s', async (_title, _drivers, ending, seen) => {
    const { writer } = subject();
    await launch(writer, ending);
    const { by } = ending.end;
    if (by !== 'SIGKILL') await atBreakpoint(writer);
    if (by === 'stuck') await endTwice(writer);
    const { child } = writer;
    if (by === 'process.exit') setTimeout(() => child.signal('SIGKILL'), exitMsMax).unref();
    expect(await child.ended).toEqual(seen);
  });

  further();

  it('has every event once, and exact rollups, after all events were acknowledged', async () => {
    const { writer, load, store } = subject();
    await launch(writer, {});
    await writer.ready();
    await load.finish();
    expect(load.refusals.filter(({ status }) => status !== 0 && status !== 503)).toEqual([]);
    expect(await writer.end()).toBe(0);
    const { events, report } = await checkStored(store);
    expect(compare(load.acknowledgedIds, events)).toEqual(nothingWrong);
    expect(report).toMatchObject({
      differences: [],
      violations: [],
      isExact: true,
      events: load.acknowledged.length,
    });
  });
}

/** Starts the rig instead of the running process. */
export async function launch(writer: Member, options: RigOptions): Promise<void> {
  if (writer.isRunning) await writer.end();
  writer.launch(rigEnvironment(options));
}

/** Resolves with the end of a process that receives a second signal once it has handled the first: two signals at once count as one. */
export async function endTwice(member: Member): Promise<End> {
  member.child.signal('SIGTERM');
  await member.child.printed(/finishing the work in progress/);
  return member.end();
}

/** Resolves once a process has reached its breakpoint. */
async function atBreakpoint({ child }: Member): Promise<void> {
  await child.printed(/^at the breakpoint$/);
}
