/** `footfall workspaces …`: creates, lists, shows, changes and deletes workspaces. */
import { defaultPlan, plans, type Workspace, workspaceSchema } from '@footfall/schemas';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Context } from '../clients/context.ts';
import { CommandError } from '../terminal/command-error.ts';
import { confirm } from '../terminal/confirm.ts';
import { createTenant, renderTenant } from './new-tenant.ts';
import { orNull } from '../terminal/none.ts';
import { print, renderTable } from '../terminal/table.ts';

const workspaceResponse = workspaceSchema.loose();

interface Options {
  json?: true;
  name?: string;
  plan?: string;
  domain?: string;
  timezone?: string;
  origin?: string[];
  anyOrigin?: true;
  yes?: true;
  withKeys?: true;
  ingest?: string;
}

const planOption = () =>
  new Option(
    '--plan <plan>',
    `the plan, which sets the rate limits of the API; a new workspace has ${defaultPlan} by default`,
  ).choices(plans);
const domainOption = () =>
  new Option(
    '--domain <host>',
    'the site\'s own host: unless --origin is set, only its pages can send events; links between its hosts do not count as referrals; "none" unsets it',
  );
const timezoneOption = () =>
  new Option('--timezone <name>', 'the time zone of its dashboard, such as Europe/Berlin; "none" for UTC');
const originOption = () =>
  new Option('--origin <host...>', 'hosts whose pages can send events with a public key: example.com, *.example.com');

/** Adds the commands below `parent`. */
export function addWorkspaceCommands(parent: Command, { admin, apiUrl, ingestUrl }: Context): void {
  const workspaces = parent.command('workspaces').description('create, list, show, update and delete workspaces');

  workspaces
    .command('create <name>')
    .description('create a workspace')
    .addOption(planOption())
    .addOption(domainOption())
    .addOption(timezoneOption())
    .addOption(originOption())
    .option('--with-keys', 'also create a public and a secret key, and show how to use them')
    .option('--ingest <url>', 'the URL of the ingest server to show with the keys (default: the one on this machine)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  footfall workspaces create "My site" --with-keys\n  footfall workspaces create "My shop" --plan pro --domain shop.example\n  footfall workspaces create "My site" --with-keys --api https://footfall.example.com --ingest https://in.example.com',
    )
    .action(async (name: string, options: Options) => {
      const { plan, domain, timezone, origin: allowedOrigins } = options;
      const body = { name, plan, domain: orNull(domain), timezone: orNull(timezone), allowedOrigins };
      if (options.withKeys) {
        // Before the keys exist, which are shown only once.
        const api = await apiUrl();
        const ingest = await ingestUrl(options.ingest);
        const tenant = await createTenant(admin(), body, 'first keys');
        print(tenant, options.json, () => renderTenant(tenant, api.publicUrl, ingest.publicUrl));
      } else {
        print(await admin().call('POST', '/workspaces', workspaceResponse, body), options.json, renderOne);
      }
    });

  workspaces
    .command('list')
    .description('list all workspaces')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      print(await admin().call('GET', '/workspaces', z.array(workspaceResponse)), options.json, renderAll);
    });

  workspaces
    .command('show <workspaceId>')
    .description('show one workspace')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Options) => {
      print(await admin().call('GET', pathOf(id), workspaceResponse), options.json, renderOne);
    });

  workspaces
    .command('update <workspaceId>')
    .description('update a workspace')
    .option('--name <name>', 'a new name')
    .addOption(planOption())
    .addOption(domainOption())
    .addOption(timezoneOption())
    .addOption(originOption())
    .addOption(new Option('--any-origin', 'allow pages of any host to send events').conflicts('origin'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  footfall workspaces update ws_0123456789abcdefghij --plan enterprise --any-origin',
    )
    .action(async (id: string, options: Options) => {
      const allowedOrigins = options.anyOrigin ? [] : options.origin;
      const { name, plan, domain, timezone } = options;
      const body = { name, plan, domain: orNull(domain), timezone: orNull(timezone), allowedOrigins };
      if (Object.values(body).every((value) => value === undefined)) {
        throw new CommandError('nothing to update: set --name, --plan, --domain, --timezone, --origin or --any-origin');
      }
      print(await admin().call('PATCH', pathOf(id), workspaceResponse, body), options.json, renderOne);
    });

  workspaces
    .command('delete <workspaceId>')
    .description('delete a workspace with its keys and events; this cannot be undone')
    .option('--yes', 'do not prompt for confirmation')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Options) => {
      await confirm(`Delete ${id} and all its events?`, options.yes);
      const deleted = await admin().call('DELETE', pathOf(id), z.unknown());
      print(deleted, options.json, () => `${id} is deleted`);
    });
}

function pathOf(workspaceId: string): string {
  return `/workspaces/${encodeURIComponent(workspaceId)}`;
}

function renderAll(workspaces: readonly Workspace[]): string {
  return renderTable(
    ['workspace', 'name', 'plan', 'domain', 'time zone', 'allowed origins', 'created'],
    workspaces.map((each) => [
      each.workspaceId,
      each.name,
      each.plan,
      each.domain ?? '',
      each.timezone ?? 'UTC',
      origins(each),
      each.createdAt,
    ]),
  );
}

function renderOne(workspace: Workspace): string {
  return renderAll([workspace]);
}

function origins({ allowedOrigins }: Workspace): string {
  return allowedOrigins.length === 0 ? 'any' : allowedOrigins.join(', ');
}
