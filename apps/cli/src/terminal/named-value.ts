/** The `name=value` argument of an option. */
import { InvalidArgumentError } from 'commander';

/** Parses `name=value`; the value may contain `=`. Throws commander's own error. */
export function namedValue(text: string): { name: string; value: string } {
  const [, name, value = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It must be <name>=<value>.');
  return { name, value };
}
