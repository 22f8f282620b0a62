/** The definitions of all metrics: docs/metrics.md, by section. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../terminal/command-error.ts';

const file = 'docs/metrics.md';

export interface Definitions {
  /** The headings of the sections, in order. */
  sections: string[];
  /** The introduction, and a line for each section with the names that it defines. */
  overview: string;
  /** Returns a section as Markdown; undefined if there is no such section. */
  read(section: string): string | undefined;
}

/** Throws a CommandError if the document is missing from this installation. */
export function readDefinitions(): Definitions {
  const whole = readNearest(dirname(fileURLToPath(import.meta.url)));
  const [introduction = '', ...parts] = whole.split(/^(?=## )/m);
  const bySection = new Map(parts.map((part) => [part.slice('## '.length, part.indexOf('\n')), part.trimEnd()]));
  const lines = [...bySection].map(([section, text]) => `- ${section}: ${summaryOf(text)}`);
  return {
    sections: [...bySection.keys()],
    overview: `${introduction.trimEnd()}\n\nSections:\n\n${lines.join('\n')}`,
    read: (section) => bySection.get(section),
  };
}

/** Returns the first column of the tables of a section; if there is none, its first sentence. */
function summaryOf(section: string): string {
  const rows = section.replaceAll(/^\|.*\n\| -.*$/gm, '').matchAll(/^\| +(\S.*?) +\|/gm);
  const names = [...rows].map(([, name]) => name);
  if (names.length > 0) return names.join(', ');
  const text = section.slice(section.indexOf('\n')).trim().replaceAll('\n', ' ');
  return text.slice(0, text.indexOf('. ') + 1);
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
