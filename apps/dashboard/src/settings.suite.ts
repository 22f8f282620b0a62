/** The settings: the values they accept, and the reasons for those they refuse. */
import type { Json, Dashboard } from './dashboard.fixture.ts';
import { altered } from './page.fixture.ts';

export function settings(dashboard: Dashboard): void {
  it('lets the default origins follow a changed domain', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Moved', domain: 'old.example' });
    const page = await dashboard.open(`/settings?site=${workspaceId}`);
    await page.locator('[name=domain]').fill('new.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await dashboard.administer('GET', `/workspaces/${workspaceId}`)).toMatchObject({
      domain: 'new.example',
      allowedOrigins: ['new.example', '*.new.example'],
    });
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
  });

  it('offers the names of time zones', async () => {
    const page = await dashboard.open('/settings');
    await page.getByLabel('Time zone').waitFor();
    const offered = await page
      .locator('datalist option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(offered).toContain('Europe/Berlin');
  });

  it('accepts a pasted URL as a host, and shows at the field why a value is refused', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Pasted' });
    const page = await dashboard.open(`/settings?site=${workspaceId}`);
    const save = page.getByRole('button', { name: 'Save' });
    for (const [name, wrong, problem] of [
      ['domain', 'my site', 'Enter a host such as example.com.'],
      ['origins', 'a_b', 'Enter one host per line, such as example.com or *.example.com.'],
      ['timezone', 'Berlin', 'Choose a time zone from the list, such as Europe/Berlin.'],
    ] as const) {
      const field = page.locator(`[name=${name}]`);
      await field.fill(wrong);
      await save.click();
      expect(
        await field.evaluate((one: HTMLInputElement) => [one.validationMessage, document.activeElement === one]),
      ).toEqual([problem, true]);
      await field.fill('');
    }
    await page.locator('[name=domain]').fill('https://www.münchen.de/impressum');
    await page.getByLabel('Allowed origins').fill('https://shop.example/\n*.shop.example');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.locator('[name=domain]').inputValue()).toBe('xn--mnchen-3ya.de');
    expect(await dashboard.administer('GET', `/workspaces/${workspaceId}`)).toMatchObject({
      domain: 'xn--mnchen-3ya.de',
      allowedOrigins: ['shop.example', '*.shop.example'],
      timezone: 'Europe/Berlin',
    });
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['/settings/keys', 'Create key', { type: 'secret', name: 'Once' }],
    ['/settings/people', 'Invite', { email: 'once@example.com', role: 'admin' }],
    ['/settings/goals', 'Create goal', { name: 'Once', kind: 'path', reached: '/once', prop: 'x', value: 'y' }],
  ])('resets the form on %s after it has created something', async (path, button, values) => {
    const page = await dashboard.open(path);
    await page.getByRole('button', { name: button }).waitFor();
    const fields = page.locator('form :is(input, select)');
    const all = () =>
      fields.evaluateAll((ones) =>
        ones.map((one) => (one instanceof HTMLInputElement || one instanceof HTMLSelectElement ? one.value : '')),
      );
    const before = await all();
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`form [name=${name}]`);
      if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await page.getByRole('button', { name: button }).click();
    const item = page.locator('.item', { hasText: /Once|once/ });
    await item.waitFor();
    expect(await all()).toEqual(before);
    await item.getByRole('button', { name: /^(Revoke|Remove)/ }).click();
    await item.getByRole('button', { name: /\?$/ }).click();
    await item.waitFor({ state: 'detached' });
    expect(dashboard.problems()).toEqual([]);
  });

  it('names the person who issued an invitation', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Inviting' });
    const { email, issuedBy } = await dashboard.administer('POST', '/invitations', {
      email: 'guest@example.com',
      role: 'viewer',
      workspaceId,
    });
    const people = Object.values(await dashboard.administer('GET', '/people'));
    const issuer: Json = people.find(({ personId }) => personId === issuedBy);
    const page = await dashboard.open(`/settings/people?site=${workspaceId}`);
    const item = page.locator('.item', { hasText: email });
    await item.getByText(`invited by ${issuer['name'] || issuer['email'] || 'Owner'}`).waitFor();
  });

  it('says that an invited address has an account', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Invited' });
    const page = await dashboard.open(`/settings/people?site=${workspaceId}`);
    const hint = page.getByText('The person has an account, and must sign in first.');
    const invite = async (email: string) => {
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.locator('.item', { hasText: email }).filter({ hasText: 'invited' }).waitFor();
    };
    await invite('new@example.com');
    await page.getByText('Send this link.').first().waitFor();
    expect(await hint.count()).toBe(0);
    await invite('jo@example.com');
    await hint.waitFor();
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it('has an invited person with an account sign in first, and requests no name or password from them', async () => {
    const viewer = { email: 'sam@example.com', role: 'viewer' };
    const password = 'correct horse battery';
    const welcome = async (name: string) => {
      const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name });
      const { link } = await dashboard.administer('POST', '/invitations', { ...viewer, workspaceId });
      return { workspaceId, link };
    };
    const first = await welcome('First');
    const page = await dashboard.openSignedOut(first.link);
    const open = page.getByRole('button', { name: 'Open the dashboard' });
    await page.getByLabel('Password').fill(password);
    await open.click();
    await page.getByRole('button', { name: 'Menu' }).waitFor();
    await page.context().clearCookies();

    const second = await welcome('Second');
    await page.goto(second.link);
    await open.click();
    await page.getByRole('alert').getByText('The invited person has an account').waitFor();
    await page.getByLabel('Email').fill(viewer.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You have been invited to Second.').waitFor();
    expect(await page.locator('form input').count()).toBe(0);
    await open.click();
    await page.locator('.workspaces > button').click();
    await page.getByRole('link', { name: 'Second' }).waitFor();
    await page.close();
    for (const { workspaceId } of [first, second]) await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
  });

  it('shows a rotated key as expired, and offers only to revoke it, on a button that has the focus', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Rotated' });
    const { key } = await dashboard.administer('POST', `/workspaces/${workspaceId}/keys`, { type: 'secret' });
    const lastFour = String(key).slice(-4);
    const page = await dashboard.open(`/settings/keys?site=${workspaceId}`);
    const item = page.locator('.item', { hasText: `…${lastFour}` });
    await item.getByRole('button', { name: 'Rotate' }).click();
    await item.getByRole('button', { name: `Rotate …${lastFour}, which stops working at once?` }).click();
    await item.getByText('expired').waitFor();
    expect(await item.getByRole('button').allTextContents()).toEqual(['Revoke']);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Revoke');
    await item.getByRole('button', { name: 'Revoke' }).click();
    await item.getByRole('button', { name: /\?$/ }).click();
    await item.waitFor({ state: 'detached' });
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it('shows a new key only on the page of its workspace, and does not report another key as copied', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Elsewhere' });
    const page = await dashboard.open(`/settings/keys?site=${dashboard.workspaceId}`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const key = page.locator('.copy pre');
    const create = async () => {
      const before = await key.allTextContents();
      await page.getByLabel('Name').fill('Shown once');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.waitForFunction(
        (old) => ![undefined, old].includes(document.querySelector('.copy pre')?.textContent),
        before[0],
      );
    };
    await create();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await key.textContent());
    await create();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await page.locator('.workspaces > button').click();
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await page.waitForURL((url) => url.searchParams.get('site') === workspaceId);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    expect(await key.count()).toBe(0);
    const keys: Json = await dashboard.administer('GET', `/workspaces/${dashboard.workspaceId}/keys`);
    for (const { keyId } of keys['filter'](({ name }: Json) => name === 'Shown once')) {
      await dashboard.administer('DELETE', `/keys/${keyId}`);
    }
    expect(dashboard.problems()).toEqual([]);
  });

  it('sends a new password once, and requires a name if there was one', async () => {
    const viewer = { email: 'pat@example.com', role: 'viewer', workspaceId: dashboard.workspaceId };
    const { link } = await dashboard.administer('POST', '/invitations', viewer);
    const page = await dashboard.openSignedOut(link);
    await page.getByLabel('Name').fill('Pat');
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('button', { name: 'Menu' }).waitFor();
    await page.goto('/settings/account');
    const save = async (label: string) => {
      const form = page.locator('form', { has: page.getByLabel(label) });
      await form.getByRole('button').click();
      await form.getByText('Saved', { exact: true }).waitFor();
    };
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.locator('input[name=password]:focus:invalid').waitFor();
    await page.getByLabel('New password').fill('correct horse battery');
    await save('New password');
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    // Only owners can change their address.
    expect(await page.getByLabel('Email').count()).toBe(0);
    await page.getByLabel('Name').fill('Patricia');
    await save('Name');
    await page.getByLabel('Name').fill('');
    expect(await page.getByLabel('Name').evaluate((one: HTMLInputElement) => one.validity.valueMissing)).toBe(true);
    expect(dashboard.problems()).toEqual([]);
  });

  it('offers viewers only their account, and no key on the page of an empty workspace', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Read' });
    const viewer = { email: 'reader@example.com', role: 'viewer', workspaceId };
    const { link } = await dashboard.administer('POST', '/invitations', viewer);
    const page = await dashboard.openSignedOut(link);
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.locator('pre', { hasText: 'data-key="pk_live_…"' }).waitFor();
    expect(await page.getByRole('button', { name: /Create/ }).count()).toBe(0);
    for (const path of ['/settings', '/settings/account', '/settings/people']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Account' }).waitFor();
      await page.getByLabel('New password').waitFor();
      expect(await page.locator('.settings nav a').allTextContents()).toEqual(['Account']);
      expect(await page.locator('.settings nav a').getAttribute('aria-current')).toBe('true');
    }
    await page.locator('.workspaces > button').click();
    await page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link').waitFor();
    expect(await page.getByRole('link', { name: 'New workspace' }).count()).toBe(0);
    await page.close();
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it('changes the role of a person after confirmation', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Roles' });
    const viewer = { email: 'robin@example.com', name: 'Robin', role: 'viewer', workspaceId };
    const { link } = await dashboard.administer('POST', '/invitations', viewer);
    const robin = await dashboard.openSignedOut(link);
    await robin.getByRole('button', { name: 'Open the dashboard' }).click();
    await robin.getByRole('button', { name: 'Menu' }).waitFor();
    const roleOf = async () => {
      const people: Json = await dashboard.administer('GET', '/people');
      const { workspaces } = people['find'](({ email }: Json) => email === viewer.email);
      return workspaces.find((one: Json) => one['workspaceId'] === workspaceId)?.role;
    };
    const page = await dashboard.open(`/settings/people?site=${workspaceId}`);
    const role = page.getByLabel('Role of Robin');
    expect(await role.inputValue()).toBe('viewer');
    await role.selectOption('admin');
    await page.getByText('Robin will be able to change this workspace').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect([await role.inputValue(), await roleOf()]).toEqual(['viewer', 'viewer']);
    await role.selectOption('admin');
    await page.getByRole('button', { name: 'Make Robin an admin' }).click();
    await page.getByRole('button', { name: 'Make Robin an admin' }).waitFor({ state: 'detached' });
    expect([await role.inputValue(), await roleOf()]).toEqual(['admin', 'admin']);
    await role.selectOption('viewer');
    await page.getByText('Robin will only be able to read this workspace').waitFor();
    await page.getByRole('button', { name: 'Make Robin a viewer' }).click();
    await page.getByRole('button', { name: 'Make Robin a viewer' }).waitFor({ state: 'detached' });
    expect([await role.inputValue(), await roleOf()]).toEqual(['viewer', 'viewer']);
    // It requests the events of the workspace every few seconds.
    await robin.close();
    await dashboard.administer('DELETE', `/workspaces/${workspaceId}`);
    expect(dashboard.problems()).toEqual([]);
  });

  it.each(['/settings/account', '/settings/shares'])('shows on %s how long a password must be', async (path) => {
    const page = await dashboard.open(path);
    await page.getByLabel(/password.*At least 10 characters/i).waitFor();
  });

  it('refuses a password that is too short at its field', async () => {
    const page = await dashboard.open('/settings/account');
    // Typed: the browser checks the length of a text that a person has changed.
    await page.getByLabel('New password').pressSequentially('short');
    await page.locator('[name=password]:invalid').waitFor();
    await page.getByLabel('New password').pressSequentially(' enough');
    await page.locator('[name=password]:valid').waitFor();
  });

  // Only the first owner of an installation may have none.
  describe('an owner without an email address', () => {
    it('must enter one with the first password', async () => {
      const page = await dashboard.open('about:blank');
      await altered(page, '**/admin/v1/me', ({ data, ...rest }) => ({
        ...rest,
        data: { ...data, person: { ...data.person, email: null } },
      }));
      await page.goto('/settings/account');
      await page.getByLabel('New password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page
        .locator('form', { has: page.getByLabel('New password') })
        .locator('[name=email]:focus:invalid')
        .waitFor();
      expect(dashboard.problems()).toEqual([]);
    });

    it('is not asked for a password on the page of a sign-in link', async () => {
      const { link } = await dashboard.administer('POST', '/links', {});
      const page = await dashboard.openSignedOut('about:blank');
      await altered(page, '**/admin/v1/links', ({ data, ...rest }) => ({ ...rest, data: { ...data, email: null } }));
      await page.goto(link);
      await page.getByRole('button', { name: 'Open the dashboard' }).waitFor();
      expect(await page.getByLabel('New password (optional)').count()).toBe(0);
    });
  });

  it('offers to sign in in another tab if the session has ended, and keeps what was entered', async () => {
    const page = await dashboard.open('/settings/goals');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Signed up');
    await page.getByLabel('Event type').fill('signup');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create goal' }).click();
    const link = page.getByRole('link', { name: 'Sign in in another tab' });
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await name.inputValue()).toBe('Signed up');
  });

  it('saves a change after the person has signed in again in another window', async () => {
    const { workspaceId } = await dashboard.administer('POST', '/workspaces', { name: 'Two windows' });
    const admin = { email: 'twice@example.com', role: 'admin', workspaceId };
    const { link } = await dashboard.administer('POST', '/invitations', admin);
    const page = await dashboard.openSignedOut(link);
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name').first().fill('Renamed');
    const again = await dashboard.administer('POST', '/links', { email: admin.email });
    const token = new URL(String(again['link'])).hash.slice(1);
    await page.context().request.post('/admin/v1/sessions', { data: { token } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await dashboard.administer('GET', `/workspaces/${workspaceId}`)).toMatchObject({ name: 'Renamed' });
  });
}
