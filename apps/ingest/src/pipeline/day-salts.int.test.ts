import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, type State } from '@footfall/state';
import { createSaltReader, type SaltReader } from './day-salts.ts';

const midnight = Date.UTC(2026, 2, 5);
const minute = 60_000;
const hour = 60 * minute;

let directory: string;
let state: State;
let now: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-salts-'));
  state = await openState({ DATA_DIR: directory }, { now: () => now });
});
afterEach(async () => {
  await state.close();
  await rm(directory, { recursive: true });
});

const reader = (): SaltReader => createSaltReader(state.salts, () => now);
const stored = (day: string) => state.salts.salt(day);

describe('the salts of days', () => {
  it('are, for events of other days, that of the day on which they are received', async () => {
    now = midnight + 12 * hour;
    const saltFor = await reader().read();
    const today = await stored('2026-03-05');
    for (const day of ['2026-03-04', '2026-03-05', '2026-03-06', '2015-05-17']) expect(saltFor(day)).toBe(today);
  });

  it('are yesterday’s for events of yesterday until 01:00', async () => {
    now = midnight - minute;
    const salts = reader();
    const before = (await salts.read())('2026-03-04');
    for (now of [midnight, midnight + hour - 1]) {
      const saltFor = await salts.read();
      expect(saltFor('2026-03-04')).toBe(before);
      expect(saltFor('2026-03-05')).not.toBe(before);
    }
    now = midnight + hour;
    const saltFor = await salts.read();
    expect(saltFor('2026-03-04')).toBe(saltFor('2026-03-05'));
  });

  it('are tomorrow’s for events of clocks that are up to 5 minutes ahead', async () => {
    now = midnight + 24 * hour - 5 * minute - 1;
    const salts = reader();
    const early = await salts.read();
    expect(early('2026-03-06')).toBe(early('2026-03-05'));
    now += 1;
    const soon = await salts.read();
    expect(soon('2026-03-06')).not.toBe(soon('2026-03-05'));
    now += 5 * minute;
    expect((await salts.read())('2026-03-06')).toBe(soon('2026-03-06'));
  });

  it('are deleted at 01:00, by each process', async () => {
    now = midnight - minute;
    const salts = reader();
    const before = (await salts.read())('2026-03-04');
    now = midnight + hour - 1;
    await salts.forget();
    expect(await stored('2026-03-04')).toBe(before);
    now += 1;
    await reader().forget();
    expect(await stored('2026-03-04')).not.toBe(before);
  });

  it('A18 are deleted again after the clock went back and another one was created', async () => {
    now = midnight + hour;
    const salts = reader();
    await salts.read();
    await salts.forget();
    now -= 1;
    const created = (await salts.read())('2026-03-04');
    expect(await stored('2026-03-04')).toBe(created);
    now += 1;
    await salts.forget();
    expect(await stored('2026-03-04')).not.toBe(created);
  });

  it('are deleted again if a batch that was still reading them created another one', async () => {
    now = midnight + hour;
    const salts = reader();
    await salts.forget();
    const created = await stored('2026-03-04');
    await salts.forget();
    expect(await stored('2026-03-04')).not.toBe(created);
  });

  it('are read from memory while they cannot be deleted, and deleted later, without failing events', async () => {
    now = midnight;
    const salts = reader();
    const before = (await salts.read())('2026-03-04');
    now = midnight + hour;
    const folder = join(directory, 'state', 'salts');
    await rename(folder, `${folder}.away`);
    await expect(salts.forget()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const read = await salts.read();
    expect(salts.read()).toBe(read);
    await expect(salts.forget()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(salts.read()).toBe(read);
    await rename(`${folder}.away`, folder);
    await salts.forget();
    expect(await stored('2026-03-04')).not.toBe(before);
  });
});
