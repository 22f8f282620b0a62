/** Keys: each call of the admin API about them, and its effect on requests with a key. */
import { createHash } from 'node:crypto';
import { expectFailure } from '../../host.fixture.ts';
import { AdminRig, dataOf } from '../admin-rig.fixture.ts';

const admin = new AdminRig();

describe('keys', () => {
  it('are shown once, and stored only as a hash', async () => {
    const workspaceId = await admin.newWorkspace();
    const made = dataOf(
      await admin.call('POST', `/workspaces/${workspaceId}/keys`, { type: 'public', name: 'Site' }),
      201,
    );
    expect(made).toEqual({
      keyId: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^pk_live_[0-9A-Za-z]{32}$/),
      type: 'public',
      name: 'Site',
      createdAt: new Date(admin.host.now()).toISOString(),
      expiresAt: null,
    });
    const key = String(made['key']);
    const listed = await admin.call('GET', `/workspaces/${workspaceId}/keys`);
    expect(listed.body.toString()).not.toContain(key);
    expect(dataOf(listed)).toEqual([
      {
        keyId: made['keyId'],
        workspaceId,
        type: 'public',
        name: 'Site',
        lastFour: key.slice(-4),
        createdAt: made['createdAt'],
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      },
    ]);
    const stored = JSON.stringify(await admin.host.warehouse.read({ sql: 'SELECT * FROM api_keys' }));
    expect(stored).not.toContain(key);
    expect(stored.toLowerCase()).toContain(createHash('sha256').update(key).digest('hex'));
  });

  it('show when they were last used', async () => {
    const workspaceId = await admin.newWorkspace();
    const { key } = await admin.newKey(workspaceId);
    await admin.statusOf(key);
    const [listed] = Object.values(dataOf(await admin.call('GET', `/workspaces/${workspaceId}/keys`)));
    expect(listed).toMatchObject({ lastUsedAt: new Date(admin.host.now()).toISOString() });
  });

  it('end when they expire', async () => {
    const expiresAt = new Date(admin.host.now() + 60_000).toISOString();
    const { key } = await admin.newKey(await admin.newWorkspace(), { type: 'secret', expiresAt });
    admin.host.passSeconds(59);
    expect(await admin.statusOf(key)).toBe(200);
    admin.host.passSeconds(1);
    expect(await admin.statusOf(key)).toBe(401);
  });

  it('are replaced by a rotation, and the old one stays valid until its grace period ends', async () => {
    const { keyId, key } = await admin.newKey(await admin.newWorkspace(), { type: 'secret', name: 'Server' });
    const rotated = dataOf(await admin.call('POST', `/keys/${keyId}/rotate`, { graceSeconds: 60 }), 201);
    expect(rotated).toMatchObject({ type: 'secret', name: 'Server', key: expect.stringMatching(/^sk_live_/) });
    expect(rotated['keyId']).not.toBe(keyId);
    const next = String(rotated['key']);
    admin.host.passSeconds(59);
    expect([await admin.statusOf(key), await admin.statusOf(next)]).toEqual([200, 200]);
    admin.host.passSeconds(1);
    expect([await admin.statusOf(key), await admin.statusOf(next)]).toEqual([401, 200]);
  });

  it('G10 keep their expiry when rotated, and cannot be rotated after it', async () => {
    const expiresAt = new Date(admin.host.now() + 60_000).toISOString();
    const { keyId, key } = await admin.newKey(await admin.newWorkspace(), { type: 'secret', expiresAt });
    const rotated = dataOf(await admin.call('POST', `/keys/${keyId}/rotate`, { graceSeconds: 3600 }), 201);
    expect(rotated).toMatchObject({ expiresAt });
    admin.host.passSeconds(60);
    expect([await admin.statusOf(key), await admin.statusOf(String(rotated['key']))]).toEqual([401, 401]);
    for (const expired of [keyId, String(rotated['keyId'])]) {
      expectFailure(await admin.call('POST', `/keys/${expired}/rotate`), 409, 'CONFLICT', `expired at ${expiresAt}`);
    }
  });

  it('end at once in a rotation without grace', async () => {
    const { keyId, key } = await admin.newKey(await admin.newWorkspace());
    expect(await admin.statusOf(key)).toBe(200);
    dataOf(await admin.call('POST', `/keys/${keyId}/rotate`), 201);
    expect(await admin.statusOf(key)).toBe(401);
  });

  it('D9 are refused at once when revoked', async () => {
    const workspaceId = await admin.newWorkspace();
    const [kept, revoked] = [await admin.newKey(workspaceId), await admin.newKey(workspaceId)];
    expect([await admin.statusOf(kept.key), await admin.statusOf(revoked.key)]).toEqual([200, 200]);
    expect(dataOf(await admin.call('DELETE', `/keys/${revoked.keyId}`))).toEqual({
      keyId: revoked.keyId,
      revoked: true,
    });
    expect([await admin.statusOf(kept.key), await admin.statusOf(revoked.key)]).toEqual([200, 401]);
  });
});
