/** `footfall workspaces …`: makes, lists, shows, changes and deletes workspaces. */
import { plans, type Workspace } from '@footfall/schemas';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { AdminClient } from './admin-client.ts';
import { confirm } from './confirm.ts';
import { print, renderTable } from './table.ts';

export const workspaceSchema: z.ZodType<Workspace> = z.object({
  workspaceId: z.string(),
  name: z.string(),
  plan: z.enum(plans),
  allowedOrigins: z.array(z.string()),
  createdAt: z.string(),
});

interface Options {
  json?: true;
  name?: string;
  plan?: string;
  origin?: string[];
  anyOrigin?: true;
  yes?: true;
}

const planOption = () => new Option('--plan <plan>', 'rate limits of the API').choices(plans);
const originOption = () =>
  new Option('--origin <host...>', 'hosts whose pages may send events with a public key: example.com, *.example.com');

/** Adds the commands below `parent`; `admin` is called once one of them runs. */
export function addWorkspaceCommands(parent: Command, admin: () => AdminClient): void {
  const workspaces = parent.command('workspaces').description('make, list, show, change and delete workspaces');

  workspaces
    .command('create <name>')
    .description('make a workspace')
    .addOption(planOption())
    .addOption(originOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  footfall workspaces create "My shop" --plan pro --origin shop.example *.shop.example',
    )
    .action(async (name: string, options: Options) => {
      const body = { name, plan: options.plan, allowedOrigins: options.origin };
      print(await admin().call('POST', '/workspaces', workspaceSchema, body), options.json, renderOne);
    });

  workspaces
    .command('list')
    .description('list all workspaces')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      print(await admin().call('GET', '/workspaces', z.array(workspaceSchema)), options.json, renderAll);
    });

  workspaces
    .command('show <workspaceId>')
    .description('show one workspace')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Options) => {
      print(await admin().call('GET', pathOf(id), workspaceSchema), options.json, renderOne);
    });

  workspaces
    .command('update <workspaceId>')
    .description('change a workspace')
    .option('--name <name>', 'a new name')
    .addOption(planOption())
    .addOption(originOption())
    .option('--any-origin', 'let pages of any host send events')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  footfall workspaces update ws_0123456789abcdefghij --plan enterprise --any-origin',
    )
    .action(async (id: string, options: Options) => {
      const allowedOrigins = options.anyOrigin ? [] : options.origin;
      const body = { name: options.name, plan: options.plan, allowedOrigins };
      print(await admin().call('PATCH', pathOf(id), workspaceSchema, body), options.json, renderOne);
    });

  workspaces
    .command('delete <workspaceId>')
    .description('revoke its keys and delete its events, for good')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Options) => {
      await confirm(`Delete ${id} with all its events?`, options.yes);
      const deleted = await admin().call('DELETE', pathOf(id), z.unknown());
      print(deleted, options.json, () => `${id} is deleted`);
    });
}

function pathOf(workspaceId: string): string {
  return `/workspaces/${encodeURIComponent(workspaceId)}`;
}

function renderAll(workspaces: readonly Workspace[]): string {
  return renderTable(
    ['workspace', 'name', 'plan', 'allowed origins', 'created'],
    workspaces.map((each) => [each.workspaceId, each.name, each.plan, origins(each), each.createdAt]),
  );
}

function renderOne(workspace: Workspace): string {
  return renderAll([workspace]);
}

function origins({ allowedOrigins }: Workspace): string {
  return allowedOrigins.length === 0 ? 'any' : allowedOrigins.join(', ');
}
