/** Signing in: links that work once, passwords, limits, and the audit line. */
import { generateToken } from '@footfall/auth';
import { unavailable } from '@footfall/errors';
import { actAt, wrapPort } from '@footfall/test-servers';
import { openStores } from '@footfall/warehouse';
import { type Browser, dataOf, errorOf, openBrowser, tokenOf } from '../browser.fixture.ts';
import { adminToken } from '../../host.fixture.ts';
import { password, useInstallation } from '../people.fixture.ts';

const rig = useInstallation();

describe('an owner', () => {
  it('reads with the cookie and X-Workspace, and does not count against a plan', async () => {
    const { workspaceId, owner } = rig();
    const reply = await owner.read('probe', workspaceId);
    expect({ status: reply.status, body: reply.json() }).toMatchObject({ status: 200, body: { workspaceId } });
    expect(reply.headers['x-ratelimit-limit']).toBe('1200');
    expect(reply.headers.vary).toBe('Accept, Accept-Encoding, Authorization, X-API-Key, Cookie, X-Workspace, X-Share');
  });
});

describe('one-time links', () => {
  it('work only once, even if they are used at the same time', async () => {
    const { newBrowser, newLink } = rig();
    const used = await newLink();
    await newBrowser().signIn({ token: used });
    const again = await newBrowser().signIn({ token: used });
    expect(again.status).toBe(401);
    const token = await newLink();
    const replies = await Promise.all(Array.from({ length: 8 }, () => newBrowser().signIn({ token })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it('have the same response whether used, expired, unknown or malformed', async () => {
    const { host, newBrowser, newLink } = rig();
    const expired = await newLink();
    host.passSeconds(86_400);
    const messages = new Set<string>();
    for (const token of [expired, 'A'.repeat(43), 'nonsense', '']) {
      const reply = await newBrowser().signIn({ token, password: 'short' });
      expect(reply.status).toBe(401);
      messages.add(errorOf(reply).message);
    }
    expect(messages.size).toBe(1);
  });
});

describe('if the store fails while it', () => {
  /** Starts an app whose store fails once, as it stores the start or end of a session. */
  const startFailing = (pass: number) => {
    const { host, startAnother } = rig();
    const failing = wrapPort(
      host.warehouse,
      actAt({ moment: 'before', call: '^insert person_sessions', pass }, () => {
        throw unavailable('The disk is full');
      }),
    );
    return startAnother({ people: openStores(failing, host.now).people });
  };

  it('starts the session of an invited person, the account is not created, and the invitation can be opened again', async () => {
    const { host, owner, newBrowser } = rig();
    const email = 'new@example.com';
    const { link } = await owner.data('POST', '/invitations', { email, role: 'owner' });
    const invited = newBrowser().at(await startFailing(1));
    expect((await invited.signIn({ token: tokenOf(link) })).status).toBe(503);
    expect((await host.people.listPeople()).map((person) => person.email)).not.toContain(email);
    expect((await invited.signIn({ token: tokenOf(link) })).status).toBe(201);
    expect(dataOf(await invited.call('GET', '/me')).person).toMatchObject({ email });
  });

  it('ends the session that is replaced, the new one is that of the browser, and the audit log names the person', async () => {
    const { host, joined } = rig();
    const browser = await joined('hal@example.com');
    const { personId } = dataOf(await browser.call('GET', '/me')).person;
    const { link } = await browser.data('POST', '/links', {});
    const replaced = browser.cookie();
    const failing = browser.at(await startFailing(2));
    expect((await failing.signIn({ token: tokenOf(link) })).status).toBe(503);
    expect(browser.cookie()).not.toBe(replaced);
    expect((await failing.call('GET', '/me')).status).toBe(200);
    const line = { audit: true, by: personId, route: 'POST /sessions', status: 503 };
    expect(host.logged()).toContainEqual(expect.objectContaining(line));
  });
});

describe('passwords', () => {
  it('sign in, and a wrong one and an unknown account have the same response', async () => {
    const { newBrowser } = rig();
    expect((await newBrowser().signIn({ email: 'Olive@Example.com', password })).status).toBe(201);
    const wrong = await newBrowser().signIn({ email: 'olive@example.com', password: 'wrong' });
    const unknown = await newBrowser().signIn({ email: 'nobody@example.com', password: 'wrong' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json()).toEqual(unknown.json());
  });

  it('must be long and not among the most common', async () => {
    const { newBrowser, newLink } = rig();
    for (const [given, named] of [
      ['too short', '10 to 1000 characters'],
      ['1234567890', 'most common'],
      ['Basketball', 'most common'],
    ] as const) {
      const reply = await newBrowser().signIn({ token: await newLink(), password: given });
      expect(errorOf(reply)).toEqual({ code: 'BAD_REQUEST', message: expect.stringContaining(named) });
    }
  });

  it('are changed only with the current one, which ends all other sessions', async () => {
    const { newBrowser, joined } = rig();
    const one = await joined('pia@example.com');
    const other = newBrowser();
    const { link } = await one.data('POST', '/links', {});
    await other.signIn({ token: tokenOf(link) });
    expect((await one.call('PATCH', '/me', { password: `${password}!` })).status).toBe(403);
    expect((await one.call('PATCH', '/me', { email: 'eve@example.com', currentPassword: 'wrong' })).status).toBe(403);
    expect((await one.call('PATCH', '/me', { password, currentPassword: password })).status).toBe(200);
    expect((await one.call('GET', '/me')).status).toBe(200);
    expect((await other.call('GET', '/me')).status).toBe(401);
  });
});

it('attempts to change a password are limited', async () => {
  const person = await rig().joined('ida@example.com');
  const attempt = () => person.call('PATCH', '/me', { password: `${password}!`, currentPassword: 'wrong' });
  const replies = await Promise.all(Array.from({ length: 11 }, attempt));
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
});

describe('forgotten passwords', () => {
  it('are replaced with a sign-in link, which ends all other sessions', async () => {
    const { owner, newBrowser, joined } = rig();
    const email = 'fay@example.com';
    const earlier = await joined(email);
    const changed = `${password}!`;
    const { link } = await owner.data('POST', '/links', { email });
    const here = newBrowser();
    expect((await here.signIn({ token: tokenOf(link), password: changed })).status).toBe(201);
    expect((await here.call('GET', '/me')).status).toBe(200);
    expect((await earlier.call('GET', '/me')).status).toBe(401);
    expect((await newBrowser().signIn({ email, password })).status).toBe(401);
    expect((await newBrowser().signIn({ email, password: changed })).status).toBe(201);
  });

  it('are not changed by a link that a person creates for their own account, nor are sessions', async () => {
    const { owner, newBrowser, newLink, joined } = rig();
    const email = 'gus@example.com';
    const earlier = await joined(email);
    const { link } = await earlier.data('POST', '/links', {});
    expect((await newBrowser().signIn({ token: tokenOf(link) })).status).toBe(201);
    expect((await earlier.call('GET', '/me')).status).toBe(200);
    expect((await newBrowser().signIn({ email, password })).status).toBe(201);
    // The operator of the machine creates a link for the first owner.
    expect((await newBrowser().signIn({ token: await newLink() })).status).toBe(201);
    expect(dataOf(await owner.call('GET', '/me')).person).toMatchObject({ name: 'Olive', hasPassword: true });
  });

  it.each(['an owner', 'the operator'])('are removed by a link that %s creates for another person', async (issuer) => {
    const { owner, operator, newBrowser, joined } = rig();
    const email = `${issuer.replace(' ', '-')}@example.com`;
    const earlier = await joined(email);
    const { link } =
      issuer === 'an owner'
        ? await owner.data('POST', '/links', { email })
        : dataOf(await operator('POST', '/links', { email }));
    const here = newBrowser();
    expect((await here.signIn({ token: tokenOf(link) })).status).toBe(201);
    expect(dataOf(await here.call('GET', '/me')).person).toMatchObject({ email, hasPassword: false });
    expect((await earlier.call('GET', '/me')).status).toBe(401);
    expect((await newBrowser().signIn({ email, password })).status).toBe(401);
  });
});

describe('attempts to sign in', () => {
  it('are limited by address', async () => {
    const { newBrowser } = rig();
    const browser = newBrowser();
    const replies = [];
    for (let attempt = 0; attempt < 31; attempt += 1) replies.push(await browser.signIn({ token: generateToken() }));
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await newBrowser().signIn({ token: generateToken() })).status).toBe(401);
  });

  it('are limited by account and address together, whether the account exists or not, so that a client elsewhere cannot lock the person out', async () => {
    const { owner, newBrowser, joined } = rig();
    const amy = await joined('amy@example.com');
    const attacker = newBrowser();
    const wrong = { email: 'amy@example.com', password: 'wrong' };
    expect(await statusesOf(11, () => attacker.signIn(wrong))).toEqual({ 401: 10, 429: 1 });
    expect((await newBrowser().signIn(wrong)).status).toBe(401);
    expect((await newBrowser().signIn({ ...wrong, password })).status).toBe(201);
    await removePerson(owner, amy);
    expect((await attacker.signIn(wrong)).status).toBe(429);
  });

  it('are limited by account for all addresses together, whether it exists or not, except for browsers that have signed in to it', async () => {
    const { owner, newBrowser, joined } = rig();
    const own = await joined('bea@example.com');
    const other = await joined('cat@example.com');
    for (const browser of [own, other]) await browser.data('DELETE', '/me/session');
    const wrong = { email: 'bea@example.com', password: 'wrong' };
    expect(await statusesOf(41, () => newBrowser().signIn(wrong))).toEqual({ 401: 40, 429: 1 });
    const right = { ...wrong, password };
    expect((await newBrowser().signIn(right)).status).toBe(429);
    // For this account, the browser of another account is a stranger.
    expect((await other.signIn(right)).status).toBe(429);
    expect((await own.signIn(right)).status).toBe(201);
    const changed = { password: `${password}!`, currentPassword: password };
    expect((await own.call('PATCH', '/me', changed)).status).toBe(200);
    await own.data('DELETE', '/me/session');
    expect((await own.signIn({ ...right, password: changed.password })).status).toBe(201);
    await removePerson(owner, own);
    expect((await newBrowser().signIn(wrong)).status).toBe(429);
  });

  it('are also limited for a browser that has signed in to the account', async () => {
    const stolen = await rig().joined('dee@example.com');
    await stolen.data('DELETE', '/me/session');
    const statuses = await statusesOf(11, () => stolen.signIn({ email: 'dee@example.com', password: 'wrong' }));
    expect(statuses).toEqual({ 401: 10, 429: 1 });
  });

  it('set a cookie that no script can read, and that reveals nothing about the person', async () => {
    const { newBrowser, joined } = rig();
    await joined('eva@example.com');
    const reply = await newBrowser().signIn({ email: 'eva@example.com', password });
    const [, known] = reply.headers['set-cookie'] ?? [];
    expect(known).toMatch(
      /^footfall_browser=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    );
  });
});

/** Removes the person who is signed in in a browser. */
async function removePerson(owner: Browser, browser: Browser): Promise<void> {
  const { person } = dataOf(await browser.call('GET', '/me'));
  await owner.data('DELETE', `/people/${person.personId}`);
}

/** Counts the statuses of `count` attempts, of which a few run at a time. */
async function statusesOf(count: number, attempt: () => Promise<{ status: number }>): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (let made = 0; made < count; made += 10) {
    const attempts = Array.from({ length: Math.min(10, count - made) }, attempt);
    for (const { status } of await Promise.all(attempts)) found[status] = (found[status] ?? 0) + 1;
  }
  return found;
}

it('works without an admin token', async () => {
  const { host, owner, startAnother } = rig();
  const url = await startAnother({ settings: { ...host.deps.settings, ADMIN_TOKEN: undefined } });
  expect((await owner.at(url).call('GET', '/me')).status).toBe(200);
  expect((await openBrowser(url, '192.0.2.4').call('GET', '/me')).status).toBe(401);
});

it('writes an audit line for each change and for no read, without secrets, addresses or email addresses', async () => {
  const { host, workspaceId, owner } = rig();
  await owner.data('PATCH', `/workspaces/${workspaceId}`, { name: 'Shop' });
  await owner.data('GET', `/workspaces/${workspaceId}`);
  expect((await owner.signIn({ email: 'olive@example.com', password: 'wrong' })).status).toBe(401);
  const audited = host.logged().filter(({ audit }) => audit === true);
  expect(audited).toContainEqual(
    expect.objectContaining({ by: 'admin token', route: 'POST /links', status: 201, requestId: expect.any(String) }),
  );
  expect(audited).toContainEqual(
    expect.objectContaining({ by: expect.stringMatching(/^per_/), route: 'POST /sessions', status: 201 }),
  );
  expect(audited).toContainEqual(
    expect.objectContaining({
      by: expect.stringMatching(/^per_/),
      route: 'PATCH /workspaces/:workspaceId',
      workspaceId,
    }),
  );
  expect(audited.filter(({ status, route }) => status === 401 || String(route).startsWith('GET '))).toEqual([]);
  const text = JSON.stringify(host.logged());
  expect(text).not.toMatch(/203\.0\.113|192\.0\.2|@example\.com/);
  for (const secret of [adminToken, password, owner.cookie() ?? '']) expect(text).not.toContain(secret);
});
