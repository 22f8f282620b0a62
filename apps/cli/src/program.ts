/** The command line: its commands, and how their errors are printed. */
import { resolve } from 'node:path';
import { type Environment, loadSettings } from '@footfall/process/settings';
import { version } from '@footfall/process';
import { Command, CommanderError, Option } from 'commander';
import { addImportCommands } from './access-log/command.ts';
import { addMcpCommand } from './assistant/command.ts';
import { findApiUrl, findIngestUrl } from './clients/addresses.ts';
import { adminClient } from './clients/admin-client.ts';
import type { Context } from './clients/context.ts';
import { CommandError } from './terminal/command-error.ts';
import { addDeadLettersCommand } from './store/dead-letters.ts';
import { addDemoCommand } from './demo/command.ts';
import { addExplainCommand } from './store/explain.ts';
import { addGoalCommands } from './admin/goals.ts';
import { addQueryCommand } from './figures/command.ts';
import { addKeyCommands } from './admin/keys.ts';
import { addPeopleCommands } from './admin/people.ts';
import { addRebuildCommand } from './admin/rebuild.ts';
import { addReconcileCommand } from './store/reconcile-command.ts';
import { addRepairCommand } from './store/repair-command.ts';
import { addRollupsCommand } from './admin/rollups.ts';
import { calledAs, cliSettings } from './config.ts';
import { checkIds } from './terminal/id-argument.ts';
import { writeMessage } from './terminal/terminal.ts';
import { addVerifyCommand } from './store/verify-command.ts';
import { addWorkspaceCommands } from './admin/workspaces.ts';

/** `footfall` is the command that replaces the name in the output. */
const helpFor = (footfall: string) => `
On the machine that runs Footfall, commands need no settings: they use the
socket in DATA_DIR. For a server on another machine, set --api (or FOOTFALL_API)
to its URL. With it, query and mcp need only a secret key; commands that manage
the server need ADMIN_TOKEN, its token.

Run commands as ${footfall} …. With npm and --json, use
npm run --silent footfall -- ….

Examples:
  footfall demo
  footfall sign-in
  footfall workspaces create "My shop" --with-keys
  footfall keys create ws_0123456789abcdefghij --type public
  footfall import access-log access.log --host www.example.com
  footfall query breakdown --by country --limit 10
  FOOTFALL_KEY=sk_live_… footfall mcp --api https://footfall.example.com
  ADMIN_TOKEN=… footfall workspaces list --api https://footfall.example.com --json`;

/** The narrowest column of descriptions that is wrapped, in characters: less than the default, for commands with long arguments. */
const helpWidthMin = 20;

function createProgram(environment: Environment): Command {
  const footfall = calledAs(environment);
  const apiOption = new Option(
    '--api <url>',
    'the URL of the API on another machine; query and mcp need only a secret key with it, other commands ADMIN_TOKEN',
  );
  const program = new Command('footfall')
    .description(
      'Manages workspaces, API keys, goals and people, imports access logs, creates demo traffic, reads figures, checks the store, and serves AI assistants.',
    )
    .version(version, '--version', 'print the version')
    .addOption(apiOption)
    .addHelpText('after', helpFor(footfall))
    .configureHelp({
      minWidthToWrap: helpWidthMin,
      showGlobalOptions: true,
      visibleGlobalOptions: (command) => (acceptsApi(command) ? [apiOption] : []),
    })
    .exitOverride()
    .hook('preAction', (_, command) => {
      if (api() === undefined || acceptsApi(command)) return;
      // Otherwise the command would ignore the option and run on this machine.
      throw new CommandError(`--api cannot be used with ${pathOf(command).join(' ')}: see ${helpOf(command)}`);
    });
  const helpOf = (command: Command) => [footfall, ...pathOf(command), '--help'].join(' ');
  const settings = () => loadSettings(cliSettings, environment);
  const api = () => program.opts<{ api?: string }>().api;
  const admin = () => adminClient(api(), settings());
  const context: Context = {
    settings,
    admin,
    apiUrl: () => findApiUrl(api(), settings()),
    ingestUrl: (ingest) => findIngestUrl(api(), ingest, settings()),
    calledAs: footfall,
    resolvePath: (path) => resolve(callersDirectory(environment), path),
  };
  addWorkspaceCommands(program, context);
  addKeyCommands(program, admin);
  addGoalCommands(program, admin);
  addPeopleCommands(program, context);
  addImportCommands(program, context);
  addDemoCommand(program, context);
  addQueryCommand(program, context);
  addMcpCommand(program, context);
  addReconcileCommand(program, environment);
  addRepairCommand(program, environment);
  addRollupsCommand(program, admin);
  addRebuildCommand(program, admin);
  addVerifyCommand(program, environment);
  addExplainCommand(program, environment);
  addDeadLettersCommand(program, environment);
  checkIds(program);
  printErrors(program, helpOf);
  return program;
}

/** Prints each Commander error, of `command` and of those below it, as one line that says what is meant or where that is listed. */
function printErrors(command: Command, helpOf: (command: Command) => string): void {
  command.configureOutput({
    outputError(text) {
      const error = text.trimEnd().replace(/^error:/, 'Error:');
      const [line = '', suggestion] = error.split(/\n(?=\(Did you mean )/);
      const isUnknown = /^Error: (unknown|missing|too many) /.test(line);
      writeMessage(suggestion ? `${line} ${suggestion}` : isUnknown ? `${line}: see ${helpOf(command)}` : line);
    },
  });
  for (const each of command.commands) printErrors(each, helpOf);
}

/** The commands that open the store, and the one that sends events with a key. */
const withoutApi: readonly string[] = ['verify', 'reconcile', 'repair', 'explain', 'dead-letters', 'import'];

/** Returns true for commands, at any level, that `--api` applies to. */
function acceptsApi(command: Command): boolean {
  const [name] = pathOf(command);
  return name !== undefined && !withoutApi.includes(name);
}

/** Returns the names to type for a command, such as `import`, `access-log`. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

/** Returns the directory of the user: npm and pnpm run a script in the directory of its package.json, and put the caller's into INIT_CWD. */
function callersDirectory(environment: Environment): string {
  const { npm_lifecycle_event: script, INIT_CWD: called } = environment;
  return script === 'footfall' && called !== undefined ? called : process.cwd();
}

/** Runs the command that `args` name and returns the exit status. An error, of `environment` or of the command, is one line on stderr. */
export async function runProgram(args: readonly string[], environment: () => Environment): Promise<number> {
  try {
    await createProgram(environment()).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the help, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode;
    writeMessage(`Error: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
