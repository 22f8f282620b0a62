/** Builds the dashboard beside the one that is being served, and puts it in its place at once: a process may start meanwhile. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const dashboard = join(dirname(fileURLToPath(import.meta.url)), '..');
const [site = join(dashboard, 'dist/site')] = process.argv.slice(2);
const draft = `${site}.${process.pid}`;
const old = `${draft}.old`;

// Vite would take that of whoever runs it, and leave what is for development in.
process.env['NODE_ENV'] = 'production';
await build({ configFile: join(dashboard, 'vite.config.ts'), build: { outDir: draft }, logLevel: 'warn' });
mkdirSync(site, { recursive: true });
renameSync(site, old);
renameSync(draft, site);
rmSync(old, { recursive: true });
