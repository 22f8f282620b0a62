/** The choice of the state by its settings. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, stateSettingsSchema } from './state.ts';

describe('openState', () => {
  it('opens the embedded state in DATA_DIR', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-open-state-'));
    const state = await openState(stateSettingsSchema.parse({ DATA_DIR: folder }), { now: Date.now });
    await state.ping();
    await state.close();
    expect(existsSync(join(folder, 'state'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it.each([
    'localhost:6379',
    'http://localhost',
    'redis:///0',
    'redis://localhost/first',
    'redis://localhost?keyPrefix=',
    'redis://localhost?db=2',
    'redis://user:%zz@localhost',
    'redis://:a@b:c#d@localhost',
  ])('names an invalid REDIS_URL, and never shows its value: %s', (url) => {
    const { error } = stateSettingsSchema.safeParse({ REDIS_URL: url });
    expect(error?.issues).toMatchObject([
      { path: ['REDIS_URL'], message: expect.stringContaining('must be redis://') },
    ]);
    expect(JSON.stringify(error?.issues)).not.toContain(url);
  });

  it('explains how to write a password with special characters in REDIS_URL', () => {
    const { error } = stateSettingsSchema.safeParse({ REDIS_URL: 'redis://:a@b:c#d@redis:6379' });
    expect(error?.issues[0]?.message).toMatch(/special characters of the password as %XX$/);
  });
});
