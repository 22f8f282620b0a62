import { AppError } from '@footfall/errors';
import type { Salts } from '@footfall/state';
import { createSaltReader } from './day-salts.ts';

const midnight = Date.UTC(2026, 2, 5);
const minute = 60_000;

/** A place for salts that writes down what is asked of it. */
function saltsThatRecord(): Salts & { asked: string[]; forgotten: string[]; isDown: boolean } {
  const record = {
    asked: [] as string[],
    forgotten: [] as string[],
    isDown: false,
    salt(day: string) {
      record.asked.push(day);
      return Promise.resolve(Buffer.from(`salt of ${day}`));
    },
    forgetBefore(day: string) {
      if (record.isDown) return Promise.reject(new AppError('UNAVAILABLE', 'down'));
      record.forgotten.push(day);
      return Promise.resolve();
    },
  };
  return record;
}

async function saltsAt(now: number): Promise<Record<string, string>> {
  const { saltFor } = await createSaltReader(saltsThatRecord(), () => now).read();
  const days = ['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2015-05-17'];
  return Object.fromEntries(days.map((day) => [day, Buffer.from(saltFor(day), 'hex').toString()]));
}

describe('the salts of days', () => {
  it('are that of the day received, for events of any other day', async () => {
    const today = 'salt of 2026-03-05';
    expect(await saltsAt(midnight + 12 * 60 * minute)).toEqual({
      '2026-03-03': today,
      '2026-03-04': today,
      '2026-03-05': today,
      '2026-03-06': today,
      '2015-05-17': today,
    });
  });

  it('are yesterday’s for events of yesterday until 01:00', async () => {
    expect((await saltsAt(midnight))['2026-03-04']).toBe('salt of 2026-03-04');
    expect((await saltsAt(midnight + 60 * minute - 1))['2026-03-04']).toBe('salt of 2026-03-04');
    expect((await saltsAt(midnight + 60 * minute))['2026-03-04']).toBe('salt of 2026-03-05');
  });

  it('are tomorrow’s for events of clocks that are up to 5 minutes ahead', async () => {
    const lateEvening = midnight + 24 * 60 * minute;
    expect((await saltsAt(lateEvening - 5 * minute))['2026-03-06']).toBe('salt of 2026-03-06');
    expect((await saltsAt(lateEvening - 5 * minute - 1))['2026-03-06']).toBe('salt of 2026-03-05');
  });

  it('are read once a day and forgotten at 01:00', async () => {
    const salts = saltsThatRecord();
    let now = midnight - minute;
    const reader = createSaltReader(salts, () => now);
    await reader.read();
    now = midnight + minute;
    await reader.read();
    await reader.read();
    expect(salts.asked).toEqual(['2026-03-04', '2026-03-05']);
    expect(salts.forgotten).toEqual(['2026-03-04']);
    now = midnight + 60 * minute;
    await reader.read();
    await reader.read();
    expect(salts.forgotten).toEqual(['2026-03-04', '2026-03-05']);
    expect(salts.asked).toEqual(['2026-03-04', '2026-03-05']);
  });

  it('A18 are never asked for again once forgotten, except when the clock itself goes back', async () => {
    const salts = saltsThatRecord();
    let now = midnight + 61 * minute;
    const reader = createSaltReader(salts, () => now);
    await reader.read();
    now = midnight + 59 * minute;
    await reader.read();
    now = midnight + 61 * minute;
    await reader.read();
    expect(salts.forgotten).toEqual(['2026-03-05', '2026-03-04', '2026-03-05']);
  });

  it('fail no event when they cannot be forgotten now, and are forgotten with the next batch', async () => {
    const salts = saltsThatRecord();
    salts.isDown = true;
    const reader = createSaltReader(salts, () => midnight + 61 * minute);
    await expect(reader.read()).resolves.toBeDefined();
    salts.isDown = false;
    await reader.read();
    expect(salts.forgotten).toEqual(['2026-03-05']);
  });
});
