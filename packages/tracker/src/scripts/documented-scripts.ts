/** The generated part of `docs/tracker.md`: the sizes of the scripts, and the tag that pins one. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ServedScript, servedScripts } from './served.ts';

const from = '<!-- from here written by `pnpm --filter @footfall/tracker write-docs` -->';
const to = '<!-- to here -->';

/** Returns `page` with the current version of that part; throws if the page has no place for it. */
export function documentScripts(page: string): string {
  const start = page.indexOf(from);
  const end = page.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`the page has no part between "${from}" and "${to}"`);
  const part = [...servedScripts.map(sizes), ...servedScripts.map(tag)].join('\n\n');
  return `${page.slice(0, start)}${from}\n\n${part}\n\n${page.slice(end)}`;
}

function sizes({ name, content }: ServedScript): string {
  const plain = Buffer.from(content);
  const figures = [plain, gzipSync(plain, { level: 9 }), brotliCompressSync(plain)].map(({ length }) =>
    length.toLocaleString('en'),
  );
  return `\`${name}\`: ${figures[0]} bytes, ${figures[1]} with gzip -9, ${figures[2]} with brotli.`;
}

function tag({ pinnedName, integrity }: ServedScript): string {
  return `\`\`\`html
<script
  defer
  src="https://in.example.com/${pinnedName}"
  integrity="${integrity}"
  crossorigin="anonymous"
  data-key="pk_live_…"
></script>
\`\`\``;
}
