/** Reads the definitions that the dashboard shows from docs/metrics.md. */
import { definitionSources, type DefinitionId } from '../src/words/definitions.ts';

/** Returns each definition as plain text. Throws an error that names a definition missing from the document. */
export function extractDefinitions(markdown: string): Record<string, string> {
  const ids = Object.keys(definitionSources).filter((id): id is DefinitionId => id in definitionSources);
  return Object.fromEntries(ids.map((id) => [id, definitionOf(markdown, definitionSources[id])]));
}

function definitionOf(markdown: string, [heading, row]: readonly [heading: string, row?: string]): string {
  const [, section] = markdown.split(`\n## ${heading}\n`);
  const lines = (section ?? '').split(/\n## /, 1)[0]?.split('\n') ?? [];
  const found = row === undefined ? firstParagraph(lines) : tableCell(lines, row);
  if (!found) throw new Error(`docs/metrics.md does not define ${row ?? 'a paragraph'} under "${heading}"`);
  return plain(found);
}

function firstParagraph(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line !== '');
  const end = lines.indexOf('', start);
  return lines.slice(start, end === -1 ? undefined : end).join(' ');
}

/** Returns the second cell of the row whose first cell is `row`, as code or as plain text. */
function tableCell(lines: readonly string[], row: string): string | undefined {
  const cells = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.find(([, name = '']) => name.replaceAll('`', '').split(', ').includes(row))?.[2];
}

function plain(markdown: string): string {
  const text = markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(' x ', ' × ')
    .trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
