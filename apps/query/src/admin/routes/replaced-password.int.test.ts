/** Passwords that are replaced: no session of the old one remains. */
import { unavailable } from '@footfall/errors';
import { actAt, type Breakpoint, wrapPort } from '@footfall/test-servers';
import { openStores } from '@footfall/warehouse';
import { dataOf, type openBrowser, tokenOf } from '../browser.fixture.ts';
import { password, useInstallation } from '../people.fixture.ts';

type OpenedBrowser = ReturnType<typeof openBrowser>;

const rig = useInstallation();

/** The ways to replace the password of a person. Each returns a call that can be repeated. */
const replacements = [
  {
    how: 'changed',
    /** The number of the insert that ends the sessions. */
    endingPass: 1,
    prepare: async (person: OpenedBrowser) => (url: string) =>
      person.at(url).call('PATCH', '/me', { password: `${password}!`, currentPassword: password }),
  },
  {
    how: 'removed by a sign-in link',
    // After the start of the new session.
    endingPass: 2,
    async prepare(_: OpenedBrowser, email: string) {
      const { owner, newBrowser } = rig();
      const { link } = await owner.data('POST', '/links', { email });
      const browser = newBrowser();
      return (url: string) => browser.at(url).signIn({ token: tokenOf(link) });
    },
  },
];

describe.each(replacements)('a password that is $how', ({ how, endingPass, prepare }) => {
  let people = 0;
  const newPerson = async () => {
    const { host, newBrowser, joined } = rig();
    const email = `${how.replaceAll(' ', '-')}-${people++}@example.com`;
    const person = await joined(email);
    const { personId } = dataOf(await person.call('GET', '/me')).person;
    return {
      replace: await prepare(person, email),
      signIn: (url: string) => newBrowser().at(url).signIn({ email, password }),
      sessions: async () => (await host.people.listSessions()).filter((session) => session.personId === personId),
    };
  };
  /** Starts an app with `act` at a moment of its store. */
  const startWith = (breakpoint: Breakpoint, act: () => unknown) => {
    const { host, startAnother } = rig();
    const wrapped = wrapPort(host.warehouse, actAt(breakpoint, act));
    return startAnother({ people: openStores(wrapped, host.now).people });
  };

  it('while it is checked starts no session', async () => {
    const { replace, signIn, sessions } = await newPerson();
    const beforeStart = { moment: 'before', call: '^insert person_sessions', pass: 1 } as const;
    const reply = await signIn(await startWith(beforeStart, () => replace(rig().host.url)));
    expect({ status: reply.status, cookies: reply.headers['set-cookie'] }).toEqual({ status: 401, cookies: undefined });
    expect(await sessions()).toHaveLength(1);
  });

  it('ends the sessions that it starts meanwhile', async () => {
    const { replace, signIn, sessions } = await newPerson();
    let status = 0;
    const url = await startWith({ moment: 'before', call: '^insert people', pass: 1 }, async () => {
      ({ status } = await signIn(rig().host.url));
    });
    expect((await replace(url)).status).toBeLessThan(300);
    expect(status).toBe(201);
    expect(await sessions()).toHaveLength(1);
  });

  it('can be replaced again if the store could not end its sessions', async () => {
    const { replace, signIn, sessions } = await newPerson();
    await signIn(rig().host.url);
    const url = await startWith({ moment: 'before', call: '^insert person_sessions', pass: endingPass }, () => {
      throw unavailable('The disk is full');
    });
    expect((await replace(url)).status).toBe(503);
    expect((await replace(url)).status).toBeLessThan(300);
    expect(await sessions()).toHaveLength(1);
  });
});
