/** `footfall people …` and `footfall sign-in`: manages the users of the dashboard. */
import {
  type Invitation,
  invitationSchema,
  issuedInvitationSchema,
  issuedLinkSchema,
  type ListedPerson,
  listedPersonSchema,
} from '@footfall/schemas';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Context } from '../clients/context.ts';
import { CommandError } from '../terminal/command-error.ts';
import { confirm } from '../terminal/confirm.ts';
import { print, renderTable } from '../terminal/table.ts';

const personResponse = listedPersonSchema.loose().extend({
  workspaces: z.array(listedPersonSchema.shape.workspaces.element.loose()),
});
const invitationsResponse = z.array(invitationSchema.loose());
type Link = z.output<typeof issuedLinkSchema>;

/** Adds the commands below `parent`. */
export function addPeopleCommands(parent: Command, { admin, apiUrl }: Context): void {
  /** Requests a link, which is shown only once, and rewrites it to the URL for browsers: the server knows only the one that this command called. */
  const requestLink = async <Issued extends Link>(path: string, schema: z.ZodType<Issued>, body: object) => {
    const { publicUrl } = await apiUrl();
    const issued = await admin().call('POST', path, schema, body);
    const { pathname, hash } = new URL(issued.link);
    return { ...issued, link: publicUrl + pathname + hash };
  };

  const listPeople = () => admin().call('GET', '/people', z.array(personResponse));
  const listInvitations = () => admin().call('GET', '/invitations', invitationsResponse);

  parent
    .command('sign-in')
    .description('print a one-time link that signs you in to the dashboard, valid for 24 hours')
    .option(
      '--email <address>',
      'sign in the person with this address, and end their other sessions and their password (default: sign in the first owner)',
    )
    .option('--json', 'print JSON')
    .action(async ({ email, json }: { email?: string; json?: true }) => {
      const issued = await requestLink('/links', issuedLinkSchema.loose(), { email });
      const handover = `\nWhen it is opened, all other sessions of ${email} end, and so does their password.`;
      print(issued, json, (link) => renderLink(link) + (email === undefined ? '' : handover));
    });

  const people = parent.command('people').description('list, invite and remove people who use the dashboard');

  people
    .command('list')
    .description(
      'list all people with their roles and when they were last active, and open invitations with who issued them',
    )
    .option('--json', 'print JSON, without invitations')
    .action(async ({ json }: { json?: true }) => {
      const invitations = json ? [] : await listInvitations();
      print(await listPeople(), json, (all) => renderPeople(all, invitations));
    });

  people
    .command('invite <email>')
    .description(
      'print a one-time link that creates an account, valid for 7 days; replaces an open invitation to the same workspace',
    )
    .addOption(
      new Option(
        '--role <role>',
        'owner: everything; admin: settings, keys and shares of a workspace; viewer: read only',
      )
        .choices(['owner', 'admin', 'viewer'])
        .default('viewer'),
    )
    .option('--workspace <workspaceId>', 'the workspace; required for admin and viewer')
    .option('--name <name>', 'the name of the person')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  footfall people invite jo@example.com --role viewer --workspace ws_0123456789abcdefghij',
    )
    .action(async (email: string, options: { role: string; workspace?: string; name?: string; json?: true }) => {
      const { role, workspace: workspaceId, name, json } = options;
      if (role === 'owner' && workspaceId !== undefined) {
        throw new CommandError('--workspace cannot be used with --role owner, who has access to all workspaces');
      }
      if (role !== 'owner' && workspaceId === undefined) {
        throw new CommandError(`--workspace is required with --role ${role}`);
      }
      const body = { email, name, role, workspaceId };
      const issued = await requestLink('/invitations', issuedInvitationSchema.loose(), body);
      print(issued, json, (link) => renderLink(link) + (link.personId === null ? '' : knownAddress(link)));
    });

  people
    .command('remove <person>')
    .description(
      'remove a person by ID or email address, end their sessions, and revoke open invitations of the address and those that the person issued',
    )
    .option('--yes', 'do not prompt for confirmation')
    .option('--json', 'print JSON')
    .action(async (given: string, { yes, json }: { yes?: true; json?: true }) => {
      const address = given.toLowerCase();
      const person = (await listPeople()).find(({ personId, email }) => personId === given || email === address);
      const invitations = (await listInvitations()).filter(
        ({ email, issuedBy }) =>
          email === (person?.email ?? address) || (issuedBy !== null && issuedBy === person?.personId),
      );
      if (!person && invitations.length === 0) {
        throw new CommandError(`no person has the ID or email address "${given}", and no open invitation is for it`);
      }
      const what = person ? `${person.name} (${person.email ?? person.personId})` : `the invitation of ${address}`;
      await confirm(`Remove ${what}?`, yes);
      const removed = person && (await admin().call('DELETE', `/people/${person.personId}`, z.looseObject({})));
      // The server revokes these invitations with the person.
      for (const { invitationId } of person ? [] : invitations) {
        await admin().call('DELETE', `/invitations/${invitationId}`, z.unknown());
      }
      const result = { ...removed, revokedInvitations: invitations.map(({ invitationId }) => invitationId) };
      print(result, json, () =>
        [
          ...(person ? [`${person.email ?? person.personId} is removed`] : []),
          ...invitations.map((each) => `The invitation of ${each.email ?? address} as ${roleOf(each)} is revoked`),
        ].join('\n'),
      );
    });
}

function renderLink({ link, expiresAt }: Link): string {
  return `${link}\n\nThe link works once, until ${expiresAt}.`;
}

function knownAddress({ email }: Invitation): string {
  return [
    '',
    'There is an account with this address: sign in to it first, then open the link.',
    `If its user is not the invited person, or cannot sign in, send the link of \`footfall sign-in --email ${email}\`.`,
  ].join('\n');
}

function renderPeople(people: readonly ListedPerson[], invitations: readonly Invitation[]): string {
  return renderTable(
    ['id', 'email', 'name', 'roles', 'last active'],
    [
      ...people.map((person) => [
        person.personId,
        person.email ?? '',
        person.name,
        roles(person),
        person.lastUsedAt ?? 'never',
      ]),
      ...invitations.map((each) => [
        each.invitationId,
        each.email ?? '',
        each.name ?? '',
        roleOf(each),
        `invited${byWhom(each, people)}, until ${each.expiresAt}`,
      ]),
    ],
  );
}

function byWhom({ issuedBy }: Invitation, people: readonly ListedPerson[]): string {
  if (issuedBy === null) return '';
  return ` by ${people.find(({ personId }) => personId === issuedBy)?.email ?? issuedBy}`;
}

function roleOf({ role, workspaceId }: Invitation): string {
  return workspaceId === null ? role : `${role} of ${workspaceId}`;
}

function roles({ role, workspaces }: ListedPerson): string {
  if (role === 'owner') return 'owner';
  return workspaces.map((each) => `${each.role} of ${each.workspaceId}`).join(', ') || 'none';
}
