/** The promises of every driver on concurrency and on closing, as tests. */
import { AppError } from '@footfall/errors';
import { note, type DriverRig } from './driver-rig.fixture.ts';
import { failure } from './failure.fixture.ts';

/** Registers the suite. */
export function takingTurnsContract(rig: DriverRig): void {
  describe('API queries', () => {
    const slow = (workspaceId: string, seconds = 0.5) => ({
      sql: `SELECT {workspaceId:String} AS id, sleep(${seconds}) AS slept`,
      params: { workspaceId },
    });

    it('G4 do not delay other reads, however many of them wait', async () => {
      await rig.open();
      let ended = 0;
      // More than run at once, but few enough that the last one does not exceed its wait limit.
      const queries = Array.from({ length: 12 }, () =>
        rig.warehouse.queries.read(slow('ws_greedy', 2)).finally(() => (ended += 1)),
      );
      await rig.warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } });
      await rig.warehouse.read({ sql: 'SELECT 1' });
      await rig.warehouse.ping();
      expect(ended).toBeLessThan(queries.length);
      expect(await Promise.all(queries)).toHaveLength(queries.length);
    });

    it('G4 of several workspaces are served in turn', async () => {
      await rig.open();
      const ended: string[] = [];
      const query = (workspaceId: string) =>
        rig.warehouse.queries.read(slow(workspaceId)).finally(() => ended.push(workspaceId));
      const greedy = Array.from({ length: 30 }, () => query('ws_greedy'));
      await query('ws_modest');
      expect(ended.filter((id) => id === 'ws_greedy').length).toBeLessThan(greedy.length / 2 + 1);
      await Promise.all(greedy);
    });

    it('never use the values of another query', async () => {
      await rig.open();
      await rig.warehouse.queries.read(slow('ws_other'));
      const forgetful = { sql: 'SELECT {workspaceId:String} AS id' };
      for (let times = 0; times < 10; times += 1) {
        expect(await failure(rig.warehouse.queries.read(forgetful))).toBe('INTERNAL_ERROR');
      }
    });
  });

  describe('closing', () => {
    it('waits for calls in progress and refuses later ones', async () => {
      await rig.openNotes();
      const running = [
        rig.warehouse.insert(rig.notes, [note(1)], 'last'),
        rig.warehouse.read({ sql: 'SELECT {n:UInt8} AS n', params: { n: 1 } }),
      ];
      await rig.close();
      await Promise.all(running);
      expect(await failure(rig.warehouse.read({ sql: 'SELECT 1' }))).toBe('UNAVAILABLE');
      expect(await failure(rig.warehouse.insert(rig.notes, [note(2)]))).toBe('UNAVAILABLE');
      expect(await failure(rig.warehouse.ping())).toBe('UNAVAILABLE');
      await rig.open();
      expect(await rig.numbers()).toEqual([1]);
    });
  });

  describe('exclusive work', () => {
    it('waits for other work under its name, even if that fails', async () => {
      await rig.open();
      const steps: string[] = [];
      const work = (name: string) => async () => {
        steps.push(`${name} begins`);
        await rig.warehouse.read({ sql: 'SELECT 1' });
        steps.push(`${name} ends`);
        if (name === 'one') throw new AppError('CONFLICT', 'Failed');
        return name;
      };
      const one = failure(rig.warehouse.alone('work', work('one')));
      const others = [rig.warehouse.alone('work', work('two')), rig.warehouse.alone('work', work('three'))];
      expect(await one).toBe('CONFLICT');
      expect(await Promise.all(others)).toEqual(['two', 'three']);
      expect(steps).toHaveLength(6);
      for (let begin = 0; begin < steps.length; begin += 2) {
        expect(steps[begin + 1]).toBe(steps[begin]?.replace('begins', 'ends'));
      }
    });

    it('is refused, and does not begin, if other work under its name takes longer than it may wait', async () => {
      await rig.open();
      let begin = () => {};
      let end = () => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const ended = new Promise<void>((resolve) => (end = resolve));
      const steps: string[] = [];
      const step = (name: string) => () => Promise.resolve(void steps.push(name));
      const first = rig.warehouse.alone('work', () => {
        begin();
        return ended;
      });
      await begun;
      expect(await failure(rig.warehouse.alone('work', step('refused'), 1))).toBe('UNAVAILABLE');
      end();
      await first;
      await rig.warehouse.alone('work', step('next'));
      expect(steps).toEqual(['next']);
    });

    it('does not wait for work under another name', async () => {
      await rig.open();
      const inner = () => rig.warehouse.alone('inner', () => Promise.resolve('done'));
      expect(await rig.warehouse.alone('outer', inner)).toBe('done');
    });
  });
}
