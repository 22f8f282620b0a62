/** The definitions of all metrics: docs/metrics.md, by section. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../terminal/command-error.ts';

const file = 'docs/metrics.md';

export interface Definitions {
  /** The headings of the sections, in order. */
  sections: string[];
  /** Returns a section as Markdown, or the whole document; undefined if there is no such section. */
  read(section?: string): string | undefined;
}

/** Throws a CommandError if the document is missing from this installation. */
export function readDefinitions(): Definitions {
  const whole = readNearest(dirname(fileURLToPath(import.meta.url)));
  const parts = whole.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  const bySection = new Map(parts.map((part) => [part.slice('## '.length, part.indexOf('\n')), part.trimEnd()]));
  return {
    sections: [...bySection.keys()],
    read: (section) => (section === undefined ? whole : bySection.get(section)),
  };
}

/** Looks in `directory` and its ancestors: a clone has the document at its root, an image at `/`. */
function readNearest(directory: string): string {
  try {
    return readFileSync(join(directory, file), 'utf8');
  } catch {
    const parent = dirname(directory);
    if (parent === directory) throw new CommandError(`${file} is missing from this installation`);
    return readNearest(parent);
  }
}
