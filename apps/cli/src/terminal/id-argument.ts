/** Arguments that are the ID of a workspace, a key or a goal. */
import { type Command, InvalidArgumentError } from 'commander';

/** Checks each argument whose name ends with Id, of `command` and of those below it. */
export function checkIds(command: Command): void {
  for (const argument of command.registeredArguments) {
    if (argument.name().endsWith('Id')) argument.argParser(parseId);
  }
  command.commands.forEach(checkIds);
}

/** Returns the ID. Refuses a text that would make the path of a request that of another route. Throws commander's own error. */
function parseId(text: string): string {
  if (['', '.', '..'].includes(text)) throw new InvalidArgumentError('It must be an ID.');
  return text;
}
