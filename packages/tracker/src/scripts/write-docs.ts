/** Writes the generated part of `docs/tracker.md` from the scripts as they are built. */
import { readFileSync, writeFileSync } from 'node:fs';
import { documentScripts } from './documented-scripts.ts';

const page = new URL('../../../../docs/tracker.md', import.meta.url);
writeFileSync(page, documentScripts(readFileSync(page, 'utf8')));
