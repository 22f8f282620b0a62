/** `footfall goals …`: lists, creates and removes the goals of a workspace. */
import { type Goal, goalSchema, type Props } from '@footfall/schemas';
import type { Command } from 'commander';
import { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { namedValue } from '../terminal/named-value.ts';
import { print, renderTable } from '../terminal/table.ts';

const goalResponse = goalSchema.loose();

interface CreateOptions {
  type?: string;
  path?: string;
  prop?: Props;
  valueProp?: string;
  json?: true;
}

/** Adds the commands below `parent`; `admin` is called once one of them runs. */
export function addGoalCommands(parent: Command, admin: () => AdminClient): void {
  const goals = parent.command('goals').description('list, create and remove the goals of a workspace');

  goals
    .command('list <workspaceId>')
    .description("list a workspace's goals")
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: { json?: true }) => {
      print(await admin().call('GET', pathOf(id), z.array(goalResponse)), json, renderGoals);
    });

  goals
    .command('create <workspaceId> <name>')
    .description('create a goal; past events count as well')
    .option('--type <type>', 'events of this type reach the goal')
    .option('--path <pattern>', 'pageviews of matching paths reach the goal; * matches any text')
    .option('--prop <name=value>', 'only events with this property reach the goal; can be repeated', withProp)
    .option('--value-prop <name>', 'the property whose numbers are summed as the value')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  footfall goals create ws_0123456789abcdefghij "Sign-up" --type signup --prop plan=pro\n  footfall goals create ws_0123456789abcdefghij "Order" --path "/thanks/*"',
    )
    .action(async (id: string, name: string, { prop: props, json, ...options }: CreateOptions) => {
      if ((options.type === undefined) === (options.path === undefined)) {
        throw new CommandError('a goal needs either --type or --path');
      }
      const goal = { name, ...options, props };
      print(await admin().call('POST', pathOf(id), goalResponse, goal), json, (made) => renderGoals([made]));
    });

  goals
    .command('remove <workspaceId> <goalId>')
    .description('remove a goal; events are not affected')
    .option('--json', 'print JSON')
    .action(async (workspaceId: string, goalId: string, { json }: { json?: true }) => {
      const path = `${pathOf(workspaceId)}/${encodeURIComponent(goalId)}`;
      print(await admin().call('DELETE', path, z.unknown()), json, () => `${goalId} is removed`);
    });
}

function pathOf(workspaceId: string): string {
  return `/workspaces/${encodeURIComponent(workspaceId)}/goals`;
}

/** Adds `name=value` to the properties so far. */
function withProp(text: string, props: Props = {}): Props {
  const { name, value } = namedValue(text);
  return { ...props, [name]: value };
}

function renderGoals(goals: readonly Goal[]): string {
  return renderTable(
    ['id', 'name', 'reached by', 'with', 'value'],
    goals.map(({ goalId, name, type, path, props = {}, valueProp }) => [
      goalId,
      name,
      type === undefined ? `pageview of ${path ?? ''}` : `event ${type}`,
      Object.entries(props)
        .map(([prop, value]) => `${prop}=${value}`)
        .join(', '),
      valueProp ?? '',
    ]),
  );
}
