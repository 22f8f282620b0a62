/** Builds the dashboard next to the one that is being served, then swaps the two at once, because a process may start meanwhile. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const dashboard = join(dirname(fileURLToPath(import.meta.url)), '..');
const [site = join(dashboard, 'dist/site')] = process.argv.slice(2);
const draft = `${site}.${process.pid}`;
const old = `${draft}.old`;

// Otherwise Vite uses the caller's value, and keeps the code for development.
process.env['NODE_ENV'] = 'production';
await build({ configFile: join(dashboard, 'vite.config.ts'), build: { outDir: draft }, logLevel: 'warn' });
mkdirSync(site, { recursive: true });
renameSync(site, old);
renameSync(draft, site);
rmSync(old, { recursive: true });
