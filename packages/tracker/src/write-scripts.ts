/** Writes `dist/scripts.js`, because there is no bundler at run time. */
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scripts } from './bundle.ts';

const file = fileURLToPath(new URL('../dist/scripts.js', import.meta.url));
// Never half a file: a process may start meanwhile.
const draft = `${file}.${process.pid}`;
writeFileSync(draft, `export const scripts = ${JSON.stringify(scripts)};\n`);
renameSync(draft, file);
