/** The version of Footfall, which package.json at the root of the repository states. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const version = readVersion(dirname(fileURLToPath(import.meta.url)));

/** Reads the package.json of `footfall` in `directory`, or in the nearest directory above it. An image has it at `/`. */
function readVersion(directory: string): string {
  const manifest = readManifest(join(directory, 'package.json'));
  if (manifest['name'] === 'footfall') return String(manifest['version']);
  const parent = dirname(directory);
  return parent === directory ? 'unknown' : readVersion(parent);
}

function readManifest(path: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
