/** The promises of the people store, on every driver. */
import { generateToken } from '@footfall/auth';
import { unavailable } from '@footfall/errors';
import { dayMs } from '@footfall/schemas';
import { asShared, until, wrapPort } from '@footfall/test-servers';
import { sessionIdleMsMax } from './sessions.ts';
import type { Profile } from './people-changes.ts';
import { createPeopleStore, type PeopleStore } from './people-store.ts';
import type { Warehouse } from '../driver/port.ts';
import { awkwardTexts } from '../driver/contract/awkward-texts.fixture.ts';
import type { Harness } from '../driver/contract/harness.fixture.ts';
import { drivers } from '../driver/contract/harnesses.fixture.ts';
import { createKeyStore } from './key-store.ts';
import { failure } from '../driver/contract/failure.fixture.ts';
import { issuedSharesTable } from './shares.ts';
import { revocationMsMax } from './snapshot.ts';
import { withSnapshotClock } from './snapshot-clock.fixture.ts';
import type { LinkRecord } from './sign-in-links.ts';
import { migrate } from '../schema/migrate.ts';

describe.each(drivers())('on the $driver driver', ({ createHarness }) => {
  let harness: Harness;
  let warehouse: Warehouse;
  let store: PeopleStore;
  let nowMs = Date.parse('2026-03-01T10:00:00.123Z');
  let people = 0;

  const open = async () => {
    warehouse = await harness.open();
    await migrate(warehouse, () => nowMs);
    store = createPeopleStore(warehouse, () => nowMs);
  };
  beforeAll(async () => {
    harness = await createHarness();
    await open();
  });
  afterAll(async () => {
    await warehouse.close();
    await harness.remove();
  });

  const nothing = { personId: null, email: null, name: null, workspaceId: null, issuedBy: null } as const;
  const invite = (link: Partial<LinkRecord> = {}) => {
    people += 1;
    const email = `person-${people}@example.com`;
    return store.createLink({ ...nothing, kind: 'invitation', role: 'member', email, ...link });
  };
  const redeem = async (token: string, profile: Profile = {}, personId?: string, by = store) =>
    (await by.redeemLink(token, profile, personId, 'Firefox on Linux')).person;
  const join = async (link: Partial<LinkRecord> = {}) => redeem((await invite(link)).token);
  const signIn = async () => {
    const person = await join();
    const { session, token } = await store.startSession(person.personId, 'Firefox on Linux');
    return { person, session, token };
  };
  const reopen = async () => {
    await warehouse.close();
    await open();
  };

  /** Returns another store, whose inserts fail after the rows are stored. */
  const failingStore = () => {
    const failing = wrapPort(warehouse, async ({ method }, proceed) => {
      const result = await proceed();
      if (method === 'insert') throw unavailable('The store has failed');
      return result;
    });
    return createPeopleStore(failing, () => nowMs);
  };

  it('refuses an invited address to the first owner', async () => {
    const email = 'invited-first@example.com';
    await invite({ email });
    const { token } = await store.createLink({ ...nothing, kind: 'owner', role: 'owner' });
    expect(await failure(redeem(token, { email }))).toBe('CONFLICT');
  });

  describe('people', () => {
    it('keep their last change, even after a restart', async () => {
      const { personId } = await join({ name: 'Jo' });
      for (const name of awkwardTexts.slice(0, 8)) await store.updatePerson(personId, { name });
      const last = await store.updatePerson(personId, { name: 'Jo “Ö” 日本', passwordHash: 'scrypt$x' });
      const withRole = await store.setRole(personId, 'ws_0123456789abcdefghij', 'admin');
      expect(withRole).toMatchObject({ ...last, adminOf: ['ws_0123456789abcdefghij'], viewerOf: [] });
      const { adminOf, viewerOf } = await store.setRole(personId, 'ws_0123456789abcdefghij', 'viewer');
      expect({ adminOf, viewerOf }).toEqual({ adminOf: [], viewerOf: ['ws_0123456789abcdefghij'] });
      await reopen();
      const found = (await store.listPeople()).find((person) => person.personId === personId);
      expect(found).toMatchObject({ name: 'Jo “Ö” 日本', passwordHash: 'scrypt$x', viewerOf });
    });

    it('lose no change if two stores change one at the same time, and never share an address', async () => {
      const other = createPeopleStore(warehouse, () => nowMs);
      const { personId } = await join();
      const second = await join();
      await Promise.all([
        store.setRole(personId, 'ws_aaaaaaaaaaaaaaaaaaaa', 'admin'),
        other.setRole(personId, 'ws_bbbbbbbbbbbbbbbbbbbb', 'admin'),
      ]);
      const found = (await store.listPeople()).find((person) => person.personId === personId);
      expect(found?.adminOf.toSorted()).toEqual(['ws_aaaaaaaaaaaaaaaaaaaa', 'ws_bbbbbbbbbbbbbbbbbbbb']);
      const outcomes = await Promise.all([
        failure(store.updatePerson(personId, { email: 'one@example.com' })),
        failure(other.updatePerson(second.personId, { email: 'one@example.com' })),
      ]);
      expect(outcomes.toSorted()).toEqual(['CONFLICT', 'no error']);
    });

    it('always include an owner once there is one, and cannot be restored once removed', async () => {
      const [one, two] = [await join({ role: 'owner' }), await join({ role: 'owner' })];
      for (const { personId, isOwner } of await store.listPeople()) {
        if (isOwner && ![one.personId, two.personId].includes(personId)) await store.setOwner(personId, false);
      }
      const outcomes = await Promise.all([
        failure(store.setOwner(one.personId, false)),
        failure(createPeopleStore(warehouse, () => nowMs).removePerson(two.personId)),
      ]);
      expect(outcomes.toSorted()).toEqual(['CONFLICT', 'no error']);
      const { person, token } = await signIn();
      await store.removePerson(person.personId);
      expect(await store.findSession(token)).toBeUndefined();
      expect(await failure(store.updatePerson(person.personId, { name: 'Back' }))).toBe('NOT_FOUND');
      await reopen();
      expect((await store.listPeople()).map(({ personId }) => personId)).not.toContain(person.personId);
    });
  });

  describe('sessions', () => {
    it('are found by their token, with the person, even after a restart', async () => {
      const { person, session, token } = await signIn();
      expect(await store.findSession(token)).toMatchObject({ session, person: { personId: person.personId } });
      expect(await store.findSession(generateToken())).toBeUndefined();
      await reopen();
      expect(await store.findSession(token)).toMatchObject({ session });
    });

    it('contain the roles of the person, in workspaces that exist', async () => {
      const keyStore = createKeyStore(warehouse, () => nowMs);
      const { workspaceId: kept } = await keyStore.createWorkspace({ name: 'Kept' });
      const { workspaceId: closed } = await keyStore.createWorkspace({ name: 'Closed' });
      const { person, token } = await signIn();
      await store.setRole(person.personId, kept, 'viewer');
      await store.setRole(person.personId, closed, 'admin');
      const rolesOf = async () => {
        const { roles } = (await store.findSession(token)) ?? {};
        return [roles?.get(kept), roles?.get(closed)];
      };
      expect(await rolesOf()).toEqual(['viewer', 'admin']);
      await keyStore.deleteWorkspace(closed);
      store.forget();
      expect(await rolesOf()).toEqual(['viewer', undefined]);
      await store.setOwner(person.personId, true);
      expect(await rolesOf()).toEqual(['owner', undefined]);
    });

    it('end at once, and are not restored by a use that is stored afterwards', async () => {
      const { session, token } = await signIn();
      expect(await store.findSession(token)).toBeDefined();
      await store.endSessions([session.sessionId]);
      expect(await store.findSession(token)).toBeUndefined();
      await store.flushLastUsed();
      store.forget();
      expect(await store.findSession(token)).toBeUndefined();
      await reopen();
      expect(await store.findSession(token)).toBeUndefined();
    });

    it('end at once even if the store fails right after it has stored that', async () => {
      const { session, token } = await signIn();
      const other = failingStore();
      expect(await other.findSession(token)).toBeDefined();
      expect(await failure(other.endSessions([session.sessionId]))).toBe('UNAVAILABLE');
      expect(await other.findSession(token)).toBeUndefined();
    });

    it('end 30 days after the latest use, in whatever order uses are stored', async () => {
      const { session, token } = await signIn();
      const startedMs = nowMs;
      // While the store is slow, the snapshot is used.
      const showsLatestUse = (by: PeopleStore) =>
        until(async () => (await by.findSession(token))?.session.lastUsedAtMs === startedMs + 2 * dayMs);
      for (const days of [2, 1]) {
        const used = createPeopleStore(warehouse, () => startedMs + days * dayMs);
        expect(await used.findSession(token)).toBeDefined();
        await used.flushLastUsed();
        // A process that shares the warehouse with no other sees what it has stored.
        if (warehouse.isShared) used.forget();
        await showsLatestUse(used);
      }
      store.forget();
      nowMs = startedMs + 2 * dayMs + sessionIdleMsMax - 1;
      await showsLatestUse(store);
      nowMs += 1;
      expect(await store.findSession(token)).toBeUndefined();
      expect((await store.listSessions()).map(({ sessionId }) => sessionId)).not.toContain(session.sessionId);
    });

    it('that another store has ended are rejected after five seconds, without a notification', () =>
      withSnapshotClock(async (advance) => {
        const { session, token } = await signIn();
        const other = createPeopleStore(asShared(warehouse), () => nowMs);
        expect(await other.findSession(token)).toBeDefined();
        await store.endSessions([session.sessionId]);
        expect(await other.findSession(token)).toBeDefined();
        advance(revocationMsMax);
        // While the store is slow, the snapshot is used.
        await until(async () => (await other.findSession(token)) === undefined);
      }));
  });

  describe('unknown sessions and shares', () => {
    /** Returns a store in `shown`, and a counter of its full reads, the first of which happens when it is opened. */
    const countingStore = (shown: Warehouse) => {
      let reads = 0;
      const counted = wrapPort(shown, ({ method }, proceed) => {
        if (method === 'read') reads += 1;
        return proceed();
      });
      const counting = createPeopleStore(counted, () => nowMs);
      const readsOfAll = reads;
      return { counting, timesRead: () => reads / readsOfAll };
    };
    const guess = async (guessed: PeopleStore) => {
      expect(await guessed.findSession(generateToken())).toBeUndefined();
      expect(await guessed.findShare('shr_guessed')).toBeUndefined();
    };

    it('are looked up in the store at most once a second, however many are guessed', () =>
      withSnapshotClock(async (advance) => {
        const { counting, timesRead } = countingStore(asShared(warehouse));
        for (let guesses = 1; guesses <= 10; guesses += 1) {
          await guess(counting);
          expect(timesRead()).toBe(2);
          advance(100);
        }
        expect(await counting.findSession('malformed')).toBeUndefined();
        expect(await failure(counting.getLink('malformed'))).toBe('UNAUTHORIZED');
        expect(timesRead()).toBe(2);
        await guess(counting);
        expect(timesRead()).toBe(3);
      }));

    it('are looked up again only if other processes can create them', () =>
      withSnapshotClock(async (advance) => {
        const { counting, timesRead } = countingStore(warehouse);
        await guess(counting);
        advance(60_000);
        await guess(counting);
        expect(timesRead()).toBe(warehouse.isShared ? 3 : 1);
      }));
  });

  describe('links', () => {
    it('can be used by only one of several concurrent callers, in any store', async () => {
      const { token } = await invite();
      const stores = Array.from({ length: 4 }, () => createPeopleStore(warehouse, () => nowMs));
      const outcomes = await Promise.all(stores.map((each) => failure(redeem(token, {}, undefined, each))));
      expect(outcomes.toSorted()).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'no error']);
      await reopen();
      expect(await failure(redeem(token))).toBe('UNAUTHORIZED');
    });

    it('expire, can be revoked, and are not used up by a failure', async () => {
      const { token, link } = await invite();
      expect(await store.getLink(token)).toEqual(link);
      const taken = (await store.listPeople())[0]?.email ?? '';
      const conflicting = await invite({ email: taken });
      expect(await failure(redeem(conflicting.token))).toBe('CONFLICT');
      expect(await store.getLink(conflicting.token)).toBeDefined();
      await store.revokeLink(conflicting.link.linkId);
      expect(await failure(store.getLink(conflicting.token))).toBe('UNAUTHORIZED');
      expect(await failure(store.revokeLink(conflicting.link.linkId))).toBe('NOT_FOUND');
      nowMs = link.expiresAtMs;
      expect(await failure(store.getLink(token))).toBe('UNAUTHORIZED');
      expect(await failure(redeem(token))).toBe('UNAUTHORIZED');
    });

    it('are either used or revoked if both happen at the same time', async () => {
      const other = createPeopleStore(warehouse, () => nowMs);
      const { token, link } = await invite();
      const outcomes = await Promise.all([failure(redeem(token)), failure(other.revokeLink(link.linkId))]);
      expect([
        ['no error', 'NOT_FOUND'],
        ['UNAUTHORIZED', 'no error'],
      ]).toContainEqual(outcomes);
    });

    it('of another issuer remove all earlier access to the account; a person’s own replace a password only together with all sessions', async () => {
      const { personId, email } = await join({ role: 'owner' });
      const make = (issuedBy: string | null) =>
        store.createLink({ ...nothing, kind: 'sign-in', role: 'owner', personId, email, issuedBy });
      const redeemFrom = async (issuedBy: string | null, profile: Profile) =>
        redeem((await make(issuedBy)).token, profile);
      const start = async () => (await store.startSession(personId, 'Firefox on Linux')).token;
      let session = await start();
      const hasSession = async () => (await store.findSession(session)) !== undefined;
      expect(await redeemFrom(personId, { passwordHash: 'scrypt$1' })).toMatchObject({
        personId,
        passwordHash: 'scrypt$1',
      });
      expect(await hasSession()).toBe(false);

      session = await start();
      const issued = [await make(null), await make(personId), await invite({ issuedBy: personId, role: 'owner' })];
      const { link: own } = await invite({ email });
      expect(await redeemFrom(personId, {})).toMatchObject({ personId, passwordHash: 'scrypt$1' });
      expect(await hasSession()).toBe(true);
      expect(await store.listLinks()).toEqual(expect.arrayContaining(issued.map(({ link }) => link)));

      expect(await redeemFrom(null, {})).toMatchObject({ personId, passwordHash: null });
      expect(await hasSession()).toBe(false);
      const openIds = (await store.listLinks()).map(({ linkId }) => linkId);
      for (const { link } of issued) expect(openIds).not.toContain(link.linkId);
      expect(openIds).toContain(own.linkId);
      expect(await redeemFrom(null, { passwordHash: 'scrypt$2' })).toMatchObject({
        personId,
        passwordHash: 'scrypt$2',
      });
    });

    it('that people have issued to sign themselves in end with a new password; those of other issuers remain', async () => {
      const { personId, email } = await join({ role: 'owner' });
      const make = (issuedBy: string | null) =>
        store.createLink({ ...nothing, kind: 'sign-in', role: 'owner', personId, email, issuedBy });
      const replacements = [
        () => store.updatePerson(personId, { passwordHash: 'scrypt$1' }),
        async () => redeem((await make(personId)).token, { passwordHash: 'scrypt$2' }),
      ];
      for (const replace of replacements) {
        const [own, other] = [await make(personId), await make(null)];
        await store.updatePerson(personId, { name: 'Jo' });
        expect(await store.getLink(own.token)).toEqual(own.link);
        await replace();
        expect(await failure(store.getLink(own.token))).toBe('UNAUTHORIZED');
        expect(await store.getLink(other.token)).toEqual(other.link);
      }
    });

    it('to a workspace end when it is deleted', async () => {
      const keyStore = createKeyStore(warehouse, () => nowMs);
      const { workspaceId } = await keyStore.createWorkspace({ name: 'Closing' });
      const { token, link } = await invite({ role: 'viewer', workspaceId });
      expect(await store.getLink(token)).toEqual(link);
      await keyStore.deleteWorkspace(workspaceId);
      expect(await store.listLinks()).not.toContainEqual(link);
      expect(await failure(redeem(token))).toBe('UNAUTHORIZED');
    });

    it('that sign in a person end when the person is removed', async () => {
      const { personId, email } = await join({ role: 'member' });
      const { token, link } = await store.createLink({ ...nothing, kind: 'sign-in', role: 'member', personId, email });
      expect(await store.getLink(token)).toEqual(link);
      await store.removePerson(personId);
      expect(await failure(store.getLink(token))).toBe('UNAUTHORIZED');
      expect(await failure(redeem(token))).toBe('UNAUTHORIZED');
    });

    it('reserve their address for the invited person', async () => {
      const [email, own] = ['boss@example.com', 'member@example.com'];
      const member = await join({ email: own });
      const { token } = await invite({ role: 'owner', email });
      expect(await failure(store.updatePerson(member.personId, { email }))).toBe('CONFLICT');
      // A person's own address is not new, even if it is invited again.
      await invite({ email: own });
      expect(await failure(store.updatePerson(member.personId, { email: own, name: 'Jo' }))).toBe('no error');
      expect(await redeem(token)).toMatchObject({ email, isOwner: true });
    });

    it('that invite to a workspace end when the role in it changes, and all of an address end with the rights or account of its person', async () => {
      const [ws, other] = ['ws_aaaaaaaaaaaaaaaaaaaa', 'ws_bbbbbbbbbbbbbbbbbbbb'];
      const { personId, email } = await join({ role: 'owner' });
      const inviteAgain = async () => {
        const links = [
          await invite({ email, role: 'admin', workspaceId: ws }),
          await invite({ email, role: 'viewer', workspaceId: other }),
          await invite({ email, role: 'owner' }),
          await invite({ role: 'admin', workspaceId: ws }),
        ];
        return async () => {
          const openIds = (await store.listLinks()).map(({ linkId }) => linkId);
          return links.map(({ link }) => openIds.includes(link.linkId));
        };
      };
      const areStillOpen = await inviteAgain();
      await store.setOwner(personId, true);
      expect(await areStillOpen()).toEqual([true, true, true, true]);
      for (const role of [null, 'viewer'] as const) {
        const areOpen = await inviteAgain();
        await store.setRole(personId, ws, role);
        expect(await areOpen()).toEqual([false, true, true, true]);
      }
      await join({ role: 'owner' });
      for (const end of [() => store.setOwner(personId, false), () => store.removePerson(personId)]) {
        const areOpen = await inviteAgain();
        await end();
        expect(await areOpen()).toEqual([false, false, false, true]);
      }
    });

    it('end when their issuer could no longer issue them, without affecting those of others', async () => {
      const [ws, other] = ['ws_aaaaaaaaaaaaaaaaaaaa', 'ws_bbbbbbbbbbbbbbbbbbbb'];
      const { personId: issuedBy } = await join({ role: 'owner' });
      const colleague = await join({ role: 'admin', workspaceId: ws });
      await store.setRole(issuedBy, ws, 'admin');
      await store.setRole(issuedBy, other, 'admin');
      const links = [
        await invite({ issuedBy, role: 'owner' }),
        await store.createLink({ ...nothing, issuedBy, kind: 'sign-in', role: 'member', personId: colleague.personId }),
        await invite({ issuedBy, role: 'viewer', workspaceId: 'ws_cccccccccccccccccccc' }),
        await invite({ issuedBy, role: 'admin', workspaceId: ws }),
        await invite({ issuedBy, role: 'viewer', workspaceId: other }),
        await invite({ issuedBy: colleague.personId, role: 'admin', workspaceId: ws }),
        await invite({ role: 'admin', workspaceId: ws }),
      ];
      const areOpen = async () => {
        const openIds = (await store.listLinks()).map(({ linkId }) => linkId);
        return links.map(({ link }) => openIds.includes(link.linkId));
      };
      await store.updatePerson(issuedBy, { name: 'Jo' });
      expect(await areOpen()).toEqual([true, true, true, true, true, true, true]);
      await store.setOwner(issuedBy, false);
      expect(await areOpen()).toEqual([false, false, false, true, true, true, true]);
      await store.setRole(issuedBy, ws, 'viewer');
      expect(await areOpen()).toEqual([false, false, false, false, true, true, true]);
      expect(await failure(invite({ issuedBy, role: 'viewer', workspaceId: ws }))).toBe('FORBIDDEN');
      expect(await failure(invite({ issuedBy, role: 'member' }))).toBe('FORBIDDEN');
      await store.removePerson(issuedBy);
      expect(await areOpen()).toEqual([false, false, false, false, false, true, true]);
      expect(await failure(invite({ issuedBy, role: 'viewer', workspaceId: other }))).toBe('FORBIDDEN');
    });

    it('replace an open invitation of the same address to the same workspace, and no other', async () => {
      const email = 'again@example.com';
      const workspaceId = 'ws_aaaaaaaaaaaaaaaaaaaa';
      const role = 'viewer';
      const kept = [
        await invite({ role, workspaceId }),
        await invite({ email, role, workspaceId: 'ws_bbbbbbbbbbbbbbbbbbbb' }),
        await invite({ email, role: 'owner' }),
      ];
      const first = await invite({ email, role, workspaceId });
      const second = await invite({ email, role: 'admin', workspaceId, name: 'Jo' });
      const linkIds = (await store.listLinks()).map(({ linkId }) => linkId);
      expect(linkIds).not.toContain(first.link.linkId);
      expect(linkIds).toEqual(expect.arrayContaining([...kept, second].map(({ link }) => link.linkId)));
      expect(await failure(redeem(first.token))).toBe('UNAUTHORIZED');
      const person = await redeem(second.token, { name: 'Joanna' });
      expect(person).toMatchObject({ name: 'Joanna', adminOf: [workspaceId] });
      const lesser = await invite({ email, role, workspaceId });
      const again = await redeem(lesser.token, {}, person.personId);
      expect(again).toMatchObject({ adminOf: [workspaceId], viewerOf: [] });
    });

    it('for the first owner replace one another, and create no second owner', async () => {
      const make = () => store.createLink({ ...nothing, kind: 'owner', role: 'owner' });
      const [first, second] = [await make(), await make()];
      expect(await failure(store.getLink(first.token))).toBe('UNAUTHORIZED');
      await expect(store.getLink(first.token)).rejects.toThrow('replaced or revoked');
      // There is an owner now.
      expect(await failure(redeem(second.token))).toBe('UNAUTHORIZED');
    });
  });

  describe('shares', () => {
    it('resolve by ID and token until they are revoked, expire, or their workspace is deleted', async () => {
      const keyStore = createKeyStore(warehouse, () => nowMs);
      const { workspaceId } = await keyStore.createWorkspace({ name: 'Shop' });
      const input = { workspaceId, name: 'Board', passwordHash: null, filters: ['country:is:DE', 'path:is:/a"b'] };
      const [kept, expiring, revoked] = [
        await store.createShare({ ...input, expiresAtMs: null }),
        await store.createShare({ ...input, expiresAtMs: nowMs + 1_000 }),
        await store.createShare({ ...input, passwordHash: 'scrypt$x', filters: [], expiresAtMs: null }),
      ];
      expect(await store.findShare(kept.shareId)).toEqual(kept);
      expect(await store.findShare(revoked.token)).toEqual(revoked);
      await store.revokeShare(revoked.shareId);
      nowMs += 1_000;
      expect(await store.findShare(revoked.shareId)).toBeUndefined();
      expect(await store.findShare(expiring.token)).toBeUndefined();
      await reopen();
      expect(await store.findShare(kept.shareId)).toEqual(kept);
      expect(await store.findShare(revoked.shareId)).toBeUndefined();
      await createKeyStore(warehouse, () => nowMs).deleteWorkspace(workspaceId);
      store.forget();
      expect(await store.findShare(kept.shareId)).toBeUndefined();
      expect(await failure(store.revokeShare('shr_nowhere'))).toBe('NOT_FOUND');
    });

    it('are listed oldest first', async () => {
      const share = {
        workspaceId: 'ws_1',
        token: '',
        secret: '',
        name: '',
        passwordHash: null,
        filters: [],
        expiresAtMs: null,
      };
      const shareIds = ['shr_b', 'shr_c', 'shr_a'];
      await warehouse.insert(
        issuedSharesTable,
        shareIds.map((shareId, createdAtMs) => ({ ...share, shareId, createdAtMs })),
      );
      expect((await store.listShares()).slice(0, 3).map(({ shareId }) => shareId)).toEqual(shareIds);
    });

    it('are revoked at once even if the store fails right after it has stored that', async () => {
      const { workspaceId } = await createKeyStore(warehouse, () => nowMs).createWorkspace({ name: 'Shop' });
      const share = { workspaceId, name: '', passwordHash: null, filters: [], expiresAtMs: null };
      const { shareId } = await store.createShare(share);
      const other = failingStore();
      expect(await other.findShare(shareId)).toBeDefined();
      expect(await failure(other.revokeShare(shareId))).toBe('UNAVAILABLE');
      expect(await other.findShare(shareId)).toBeUndefined();
    });
  });
});
