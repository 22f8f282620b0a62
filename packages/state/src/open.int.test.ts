/** The settings decide which state is opened. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, stateSettingsSchema } from './state.ts';

describe('openState', () => {
  it('opens the embedded state in DATA_DIR', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-open-state-'));
    const state = await openState(stateSettingsSchema.parse({ DATA_DIR: folder }));
    await state.ping();
    await state.close();
    expect(existsSync(join(folder, 'state'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('says that Redis is not there yet', async () => {
    const settings = stateSettingsSchema.parse({ REDIS_URL: 'redis://localhost' });
    await expect(openState(settings)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('REDIS_URL'),
    });
  });
});
