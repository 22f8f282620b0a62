/** The promises of the key store about workspaces, on every driver. */
import { AppError } from '@footfall/errors';
import { until, wrapPort } from '@footfall/test-servers';
import { awkwardTexts } from '../driver/contract/awkward-texts.fixture.ts';
import { purgeDeletedWorkspaces } from '../rollups/purge.ts';
import { failure } from '../driver/contract/failure.fixture.ts';
import type { KeyStoreRig } from './key-store-rig.fixture.ts';
import { createKeyStore } from './key-store.ts';

/** Registers the tests. */
export function workspacesContract(rig: KeyStoreRig): void {
  it('are stored as given, with defaults for omitted fields', async () => {
    const made = await rig.store.createWorkspace({ name: 'Plain' });
    expect(made).toEqual({
      workspaceId: expect.stringMatching(/^ws_[0-9a-z]{16,}$/),
      name: 'Plain',
      plan: 'enterprise',
      domain: null,
      timezone: null,
      allowedOrigins: [],
      createdAt: '2026-03-01T10:00:00.123Z',
    });
    expect(await rig.store.getWorkspace(made.workspaceId)).toEqual(made);
    expect(await rig.store.listWorkspaces()).toContainEqual(made);
  });

  it('F8 store any name unchanged', async () => {
    for (const name of awkwardTexts.filter((text) => text !== '')) {
      const made = await rig.store.createWorkspace({ name, plan: 'pro', allowedOrigins: ['a.example', '*.b.example'] });
      expect(await rig.store.getWorkspace(made.workspaceId)).toEqual(made);
    }
  });

  it('allow the pages of their domain to send events unless origins are set', async () => {
    const made = await rig.store.createWorkspace({ name: 'Shop', domain: 'a.example', timezone: 'Europe/Berlin' });
    const { workspaceId } = made;
    expect(made).toMatchObject({ domain: 'a.example', allowedOrigins: ['a.example', '*.a.example'] });
    expect(await rig.store.updateWorkspace(workspaceId, { domain: 'b.example' })).toMatchObject({
      domain: 'b.example',
      timezone: 'Europe/Berlin',
      allowedOrigins: ['b.example', '*.b.example'],
    });
    await rig.store.updateWorkspace(workspaceId, { allowedOrigins: ['c.example'] });
    expect(await rig.store.updateWorkspace(workspaceId, { domain: null, timezone: null })).toMatchObject({
      domain: null,
      timezone: null,
      allowedOrigins: ['c.example'],
    });
  });

  it('change only in the fields of a patch', async () => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'Before', allowedOrigins: ['a.example'] });
    await rig.store.updateWorkspace(workspaceId, { plan: 'enterprise' });
    await rig.store.updateWorkspace(workspaceId, { allowedOrigins: [] });
    const changed = await rig.store.updateWorkspace(workspaceId, { name: 'After' });
    expect(changed).toMatchObject({ name: 'After', plan: 'enterprise', allowedOrigins: [] });
    expect(await rig.store.getWorkspace(workspaceId)).toEqual(changed);
  });

  it('A18 keep the last change if the clock was set back before it', async () => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'One' });
    await rig.store.updateWorkspace(workspaceId, { name: 'Two' });
    rig.nowMs -= 3_600_000;
    await rig.store.updateWorkspace(workspaceId, { name: 'Three' });
    rig.nowMs += 3_600_000;
    expect(await rig.store.getWorkspace(workspaceId)).toMatchObject({ name: 'Three' });
  });

  it('keep every change made at the same time, in whichever process', async () => {
    const { workspaceId } = await rig.store.createWorkspace({ name: 'Busy' });
    const other = createKeyStore(rig.warehouse, () => rig.nowMs);
    await Promise.all([
      rig.store.updateWorkspace(workspaceId, { name: 'Busier' }),
      other.updateWorkspace(workspaceId, { plan: 'pro' }),
      rig.store.updateWorkspace(workspaceId, { allowedOrigins: ['c.example'] }),
    ]);
    expect(await rig.store.getWorkspace(workspaceId)).toMatchObject({
      name: 'Busier',
      plan: 'pro',
      allowedOrigins: ['c.example'],
    });
  });

  it('are removed with their keys and events when deleted, and no other workspace loses any', async () => {
    const [gone, kept] = [await rig.createTenant(), await rig.createTenant()];
    await rig.addEvents(gone.workspaceId);
    await rig.addEvents(kept.workspaceId);
    await rig.store.deleteWorkspace(gone.workspaceId);
    await until(async () => (await rig.countEvents(gone.workspaceId)) === 0);
    expect(await rig.countEvents(kept.workspaceId)).toBe(3);
    expect(await rig.store.identify(gone.key)).toBeUndefined();
    expect(await rig.store.identify(kept.key)).toBeDefined();
    expect(await failure(rig.store.getWorkspace(gone.workspaceId))).toBe('NOT_FOUND');
    expect(await failure(rig.store.deleteWorkspace(gone.workspaceId))).toBe('NOT_FOUND');
    expect(await failure(rig.store.listKeys(gone.workspaceId))).toBe('NOT_FOUND');
    expect(await failure(rig.store.createKey(gone.workspaceId, { type: 'public' }))).toBe('NOT_FOUND');
    expect(await failure(rig.store.rotateKey(gone.keyId, 0))).toBe('NOT_FOUND');
    expect(await failure(rig.store.revokeKey(gone.keyId))).toBe('NOT_FOUND');
  });

  it('disappear at once, even while the engine removes their events', async () => {
    const { workspaceId, key } = await rig.createTenant();
    await rig.addEvents(workspaceId);
    await rig.warehouse.command({ sql: 'SYSTEM STOP MERGES events' });
    try {
      await rig.store.deleteWorkspace(workspaceId);
      expect(await failure(rig.store.getWorkspace(workspaceId))).toBe('NOT_FOUND');
      expect(await rig.store.identify(key)).toBeUndefined();
      expect(await rig.countEvents(workspaceId)).toBe(3);
    } finally {
      await rig.warehouse.command({ sql: 'SYSTEM START MERGES events' });
    }
    await until(async () => (await rig.countEvents(workspaceId)) === 0);
  });

  it('disappear even if the engine fails after it has stored their deletion', async () => {
    const { workspaceId, key } = await rig.createTenant();
    await rig.addEvents(workspaceId);
    let isDeleted = false;
    const failing = wrapPort(rig.warehouse, async ({ text }, proceed) => {
      if (isDeleted) throw new AppError('UNAVAILABLE', 'The store does not respond');
      const result = await proceed();
      isDeleted ||= text.startsWith('insert workspace_deletions');
      return result;
    });
    await createKeyStore(failing, () => rig.nowMs).deleteWorkspace(workspaceId);
    expect(isDeleted).toBe(true);
    expect(await failure(rig.store.getWorkspace(workspaceId))).toBe('NOT_FOUND');
    rig.store.forget();
    expect(await rig.store.identify(key)).toBeUndefined();
  });

  it('are not restored by a concurrent change of another process', async () => {
    const { workspaceId, key } = await rig.createTenant();
    const other = createKeyStore(rig.warehouse, () => rig.nowMs + 1000);
    await Promise.allSettled([
      rig.store.deleteWorkspace(workspaceId),
      other.updateWorkspace(workspaceId, { name: 'Back' }),
      other.createKey(workspaceId, { type: 'secret' }),
    ]);
    expect(await failure(rig.store.getWorkspace(workspaceId))).toBe('NOT_FOUND');
    expect(await rig.store.identify(key)).toBeUndefined();
  });

  it('lose events that were still in transit when they were deleted', async () => {
    const { workspaceId } = await rig.createTenant();
    await rig.store.deleteWorkspace(workspaceId);
    await rig.addEvents(workspaceId);
    await purgeDeletedWorkspaces(rig.warehouse);
    await until(async () => (await rig.countEvents(workspaceId)) === 0);
  });
}
