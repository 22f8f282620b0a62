/** What the key store promises on every warehouse, as tests: a driver's own test file calls this with a way to open it. */
import { hashApiKey, isWellFormedApiKey, type KeyStore } from '@footfall/auth';
import { AppError } from '@footfall/errors';
import { createKeyStore } from './key-store.ts';
import { migrate } from '../schema/migrate.ts';
import type { Warehouse } from '../driver/port.ts';
import { purgeDeletedWorkspaces } from '../rollups/purge.ts';
import { awkwardTexts, type Harness } from '../driver/warehouse.contract.ts';

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

/** Registers the suite. */
export function keyStoreContract(createHarness: () => Promise<Harness>): void {
  let harness: Harness;
  let warehouse: Warehouse;
  let store: KeyStore;
  let nowMs = Date.parse('2026-03-01T10:00:00.123Z');

  const open = async () => {
    warehouse = await harness.open();
    await migrate(warehouse, () => nowMs);
    store = createKeyStore(warehouse, () => nowMs);
  };
  beforeAll(async () => {
    harness = await createHarness();
    await open();
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  const createTenant = async () => {
    const { workspaceId } = await store.createWorkspace({ name: 'Tenant' });
    const issued = await store.createKey(workspaceId, { type: 'secret' });
    return { ...issued, hash: hashApiKey(issued.key) };
  };
  const addEvent = (workspaceId: string) =>
    warehouse.command({
      sql: `INSERT INTO events (workspace_id, timestamp) SELECT {workspaceId:String}, number FROM numbers(3)`,
      params: { workspaceId },
    });
  const countEvents = async (workspaceId: string) => {
    const sql = 'SELECT count() AS n FROM events WHERE workspace_id = {workspaceId:String}';
    return (await warehouse.read<{ n: number }>({ sql, params: { workspaceId } }))[0]?.n;
  };

  describe('workspaces', () => {
    it('are kept as given, with defaults for what was not', async () => {
      const made = await store.createWorkspace({ name: 'Plain' });
      expect(made).toEqual({
        workspaceId: expect.stringMatching(/^ws_[0-9a-z]{16,}$/),
        name: 'Plain',
        plan: 'free',
        domain: null,
        timezone: null,
        allowedOrigins: [],
        createdAt: '2026-03-01T10:00:00.123Z',
      });
      expect(await store.getWorkspace(made.workspaceId)).toEqual(made);
      expect(await store.listWorkspaces()).toContainEqual(made);
    });

    it('F8 keep any name as it is', async () => {
      for (const name of awkwardTexts.filter((text) => text !== '')) {
        const made = await store.createWorkspace({ name, plan: 'pro', allowedOrigins: ['a.example', '*.b.example'] });
        expect(await store.getWorkspace(made.workspaceId)).toEqual(made);
      }
    });

    it('allow the pages of their domain to send events, until origins are chosen', async () => {
      const made = await store.createWorkspace({ name: 'Shop', domain: 'a.example', timezone: 'Europe/Berlin' });
      const { workspaceId } = made;
      expect(made).toMatchObject({ domain: 'a.example', allowedOrigins: ['a.example', '*.a.example'] });
      expect(await store.updateWorkspace(workspaceId, { domain: 'b.example' })).toMatchObject({
        domain: 'b.example',
        timezone: 'Europe/Berlin',
        allowedOrigins: ['b.example', '*.b.example'],
      });
      await store.updateWorkspace(workspaceId, { allowedOrigins: ['c.example'] });
      expect(await store.updateWorkspace(workspaceId, { domain: null, timezone: null })).toMatchObject({
        domain: null,
        timezone: null,
        allowedOrigins: ['c.example'],
      });
    });

    it('change in what a patch names and in nothing else', async () => {
      const { workspaceId } = await store.createWorkspace({ name: 'Before', allowedOrigins: ['a.example'] });
      await store.updateWorkspace(workspaceId, { plan: 'enterprise' });
      await store.updateWorkspace(workspaceId, { allowedOrigins: [] });
      const changed = await store.updateWorkspace(workspaceId, { name: 'After' });
      expect(changed).toMatchObject({ name: 'After', plan: 'enterprise', allowedOrigins: [] });
      expect(await store.getWorkspace(workspaceId)).toEqual(changed);
    });

    it('A18 keep the last change when the clock was set back before it', async () => {
      const { workspaceId } = await store.createWorkspace({ name: 'One' });
      await store.updateWorkspace(workspaceId, { name: 'Two' });
      nowMs -= 3_600_000;
      await store.updateWorkspace(workspaceId, { name: 'Three' });
      nowMs += 3_600_000;
      expect(await store.getWorkspace(workspaceId)).toMatchObject({ name: 'Three' });
    });

    it('keep every change made at the same time', async () => {
      const { workspaceId } = await store.createWorkspace({ name: 'Busy' });
      await Promise.all([
        store.updateWorkspace(workspaceId, { name: 'Busier' }),
        store.updateWorkspace(workspaceId, { plan: 'pro' }),
        store.updateWorkspace(workspaceId, { allowedOrigins: ['c.example'] }),
      ]);
      expect(await store.getWorkspace(workspaceId)).toMatchObject({
        name: 'Busier',
        plan: 'pro',
        allowedOrigins: ['c.example'],
      });
    });

    it('are gone once deleted, with their keys and events, and no other workspace loses any', async () => {
      const [gone, kept] = [await createTenant(), await createTenant()];
      await addEvent(gone.workspaceId);
      await addEvent(kept.workspaceId);
      await store.deleteWorkspace(gone.workspaceId);
      expect(await countEvents(gone.workspaceId)).toBe(0);
      expect(await countEvents(kept.workspaceId)).toBe(3);
      expect(await store.findIdentity(gone.hash)).toBeUndefined();
      expect(await store.findIdentity(kept.hash)).toBeDefined();
      expect(await failure(store.getWorkspace(gone.workspaceId))).toBe('NOT_FOUND');
      expect(await failure(store.deleteWorkspace(gone.workspaceId))).toBe('NOT_FOUND');
      expect(await failure(store.listKeys(gone.workspaceId))).toBe('NOT_FOUND');
      expect(await failure(store.createKey(gone.workspaceId, { type: 'public' }))).toBe('NOT_FOUND');
      expect(await failure(store.rotateKey(gone.keyId, 0))).toBe('NOT_FOUND');
      expect(await failure(store.revokeKey(gone.keyId))).toBe('NOT_FOUND');
    });

    it('are not brought back by a change of another process at the same time', async () => {
      const { workspaceId, hash } = await createTenant();
      const other = createKeyStore(warehouse, () => nowMs + 1000);
      await Promise.allSettled([
        store.deleteWorkspace(workspaceId),
        other.updateWorkspace(workspaceId, { name: 'Back' }),
        other.createKey(workspaceId, { type: 'secret' }),
      ]);
      expect(await failure(store.getWorkspace(workspaceId))).toBe('NOT_FOUND');
      expect(await store.findIdentity(hash)).toBeUndefined();
    });

    it('lose the events that were still on their way when they were deleted', async () => {
      const { workspaceId } = await createTenant();
      await store.deleteWorkspace(workspaceId);
      await addEvent(workspaceId);
      await purgeDeletedWorkspaces(warehouse);
      expect(await countEvents(workspaceId)).toBe(0);
    });
  });

  describe('keys', () => {
    it('are shown once, and found by their hash with what a request needs to know', async () => {
      const { workspaceId } = await store.createWorkspace({ name: 'W', plan: 'pro', allowedOrigins: ['a.example'] });
      const expiresAt = '2026-04-01T00:00:00.000Z';
      const { key, ...shown } = await store.createKey(workspaceId, { type: 'public', name: "it's", expiresAt });
      expect(isWellFormedApiKey(key)).toBe(true);
      expect(shown).toEqual({
        keyId: expect.stringMatching(/^key_/),
        workspaceId,
        type: 'public',
        name: "it's",
        lastFour: key.slice(-4),
        createdAt: '2026-03-01T10:00:00.123Z',
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
      });
      expect(await store.listKeys(workspaceId)).toEqual([shown]);
      expect(await store.findIdentity(hashApiKey(key))).toEqual({
        keyId: shown.keyId,
        type: 'public',
        workspaceId,
        plan: 'pro',
        allowedOrigins: ['a.example'],
        expiresAtMs: Date.parse(expiresAt),
      });
      expect(await store.findIdentity(hashApiKey(`${key}x`))).toBeUndefined();
    });

    it('never end when they were made to end after all time', async () => {
      const { workspaceId } = await store.createWorkspace({ name: 'W' });
      const { expiresAt, key } = await store.createKey(workspaceId, {
        type: 'secret',
        expiresAt: '9999-12-31T23:59:59Z',
      });
      expect([expiresAt, (await store.findIdentity(hashApiKey(key)))?.expiresAtMs]).toEqual([
        '9999-12-31T23:59:59.000Z',
        null,
      ]);
    });

    it('D9 are refused at the next look-up once revoked, and stay listed', async () => {
      const { workspaceId, keyId, hash } = await createTenant();
      expect(await store.findIdentity(hash)).toBeDefined();
      await store.revokeKey(keyId);
      expect(await store.findIdentity(hash)).toBeUndefined();
      expect(await store.listKeys(workspaceId)).toMatchObject([{ keyId, revokedAt: '2026-03-01T10:00:00.123Z' }]);
      expect(await failure(store.rotateKey(keyId, 0))).toBe('CONFLICT');
    });

    it('D9 are refused when they were revoked while a look-up was on its way', async () => {
      const { keyId, hash } = await createTenant();
      await Promise.all([store.findIdentity(hash), store.revokeKey(keyId), store.findIdentity(hash)]);
      expect(await store.findIdentity(hash)).toBeUndefined();
    });

    it('stay revoked whatever is written at the same time, by this process or another', async () => {
      const { keyId, hash } = await createTenant();
      const other = createKeyStore(warehouse, () => nowMs);
      await Promise.allSettled([
        other.rotateKey(keyId, 3600),
        store.revokeKey(keyId),
        other.recordKeyUse(new Map([[keyId, nowMs]])),
        other.rotateKey(keyId, 3600),
      ]);
      expect(await store.findIdentity(hash)).toBeUndefined();
    });

    it('are replaced by one of the same type and name, and end after the grace', async () => {
      const { workspaceId } = await store.createWorkspace({ name: 'W' });
      const old = await store.createKey(workspaceId, { type: 'public', name: 'Site' });
      const fresh = await store.rotateKey(old.keyId, 60);
      expect(fresh).toMatchObject({ workspaceId, type: 'public', name: 'Site', expiresAt: null });
      expect(fresh.key).not.toBe(old.key);
      expect((await store.findIdentity(hashApiKey(old.key)))?.expiresAtMs).toBe(nowMs + 60_000);
      expect((await store.findIdentity(hashApiKey(fresh.key)))?.expiresAtMs).toBeNull();
    });

    describe('that expire', () => {
      const hour = 3_600_000;
      const expiryOf = async ({ key }: { key: string }) => (await store.findIdentity(hashApiKey(key)))?.expiresAtMs;
      const createUntil = async (expiresAtMs: number) => {
        const { workspaceId } = await store.createWorkspace({ name: 'W' });
        return store.createKey(workspaceId, { type: 'public', expiresAt: new Date(expiresAtMs).toISOString() });
      };

      it('G10 are replaced by one that expires when they would have', async () => {
        const expiresAtMs = nowMs + hour;
        const old = await createUntil(expiresAtMs);
        const fresh = await store.rotateKey(old.keyId, 60);
        expect(fresh.expiresAt).toBe(old.expiresAt);
        expect(await expiryOf(fresh)).toBe(expiresAtMs);
        expect(await expiryOf(old)).toBe(nowMs + 60_000);
      });

      it('G10 do not live longer by a grace', async () => {
        const old = await createUntil(nowMs + 1000);
        await store.rotateKey(old.keyId, 3600);
        expect(await expiryOf(old)).toBe(nowMs + 1000);
      });

      it('G10 cannot be rotated once they have expired, nor once their grace is over', async () => {
        const expired = await createUntil(nowMs + hour);
        const replaced = await createTenant();
        await store.rotateKey(replaced.keyId, 3600);
        nowMs += hour;
        expect(await failure(store.rotateKey(expired.keyId, 0))).toBe('CONFLICT');
        expect(await failure(store.rotateKey(replaced.keyId, 0))).toBe('CONFLICT');
        expect(await store.listKeys(expired.workspaceId)).toHaveLength(1);
        nowMs -= hour;
      });

      it('G10 pass on their own expiry, not the end of their grace, when they are rotated again within it', async () => {
        const old = await createUntil(nowMs + hour);
        await store.rotateKey(old.keyId, 60);
        expect((await store.rotateKey(old.keyId, 3600)).expiresAt).toBe(old.expiresAt);
        expect(await expiryOf(old)).toBe(nowMs + 60_000);
        const endless = await createTenant();
        await store.rotateKey(endless.keyId, 60);
        expect((await store.rotateKey(endless.keyId, 60)).expiresAt).toBeNull();
      });

      it('G10 keep their expiry when they were issued before it was stored on its own', async () => {
        const old = await createUntil(nowMs + hour);
        const endless = await createTenant();
        const before = (keyId: string) =>
          warehouse.command({
            sql: `ALTER TABLE api_keys UPDATE own_expires_at = 0 WHERE key_id = {keyId:String} SETTINGS mutations_sync = 2`,
            params: { keyId },
          });
        await before(old.keyId);
        await before(endless.keyId);
        expect((await store.rotateKey(old.keyId, 60)).expiresAt).toBe(old.expiresAt);
        expect((await store.rotateKey(endless.keyId, 60)).expiresAt).toBeNull();
      });
    });

    it('show when they were last used', async () => {
      const { workspaceId, keyId } = await createTenant();
      await store.recordKeyUse(new Map([[keyId, nowMs + 5000]]));
      await store.recordKeyUse(new Map([[keyId, nowMs + 2000]]));
      await store.recordKeyUse(new Map());
      expect(await store.listKeys(workspaceId)).toMatchObject([{ lastUsedAt: '2026-03-01T10:00:05.123Z' }]);
    });

    it('and workspaces that are not there are NOT_FOUND', async () => {
      const attempts = [
        store.getWorkspace('ws_none'),
        store.updateWorkspace('ws_none', {}),
        store.deleteWorkspace('ws_none'),
        store.createKey('ws_none', { type: 'public' }),
        store.listKeys('ws_none'),
        store.rotateKey('key_none', 0),
        store.revokeKey('key_none'),
      ];
      expect(await Promise.all(attempts.map(failure))).toEqual(attempts.map(() => 'NOT_FOUND'));
    });
  });

  it('keeps all of it when the store is opened again', async () => {
    const { workspaceId, keyId, hash } = await createTenant();
    const revoked = await createTenant();
    await store.revokeKey(revoked.keyId);
    const before = await store.listWorkspaces();
    await warehouse.close();
    await open();
    expect(await store.listWorkspaces()).toEqual(before);
    expect(await store.findIdentity(hash)).toMatchObject({ workspaceId, keyId });
    expect(await store.findIdentity(revoked.hash)).toBeUndefined();
  });
}
