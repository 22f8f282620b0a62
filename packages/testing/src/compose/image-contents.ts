/** The files that an app's image must not contain. */

/** A program for `node --eval` that prints, one per line, the files in an image that its app does not need. */
export const surplusProgram = `
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const found = [];
const packages = readdirSync('/app/node_modules/.pnpm');
found.push(...packages.filter((name) => /^(typescript|esbuild|@esbuild|terser|playwright-core|jest|@jest|@swc|@types|@chdb|oxlint|turbo|testcontainers|fast-check)\\b/.test(name)));
const ours = packages.filter((name) => name.startsWith('@footfall+')).map((name) => join('/app/node_modules/.pnpm', name, 'node_modules'));
const search = (directory) => {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') search(path);
    else if (/\\.(test|fixture|contract|suite)\\./.test(entry.name) || (/\\.ts$/.test(entry.name) && !/\\.d\\.ts$/.test(entry.name))) found.push(path);
  }
};
search('/app');
for (const directory of ours) for (const name of readdirSync(join(directory, '@footfall'))) search(join(directory, '@footfall', name));
for (const directory of process.env.PATH.split(':')) {
  for (const name of ['cc', 'gcc', 'g++', 'make', 'tsc', 'pnpm']) {
    if (existsSync(join(directory, name))) found.push(join(directory, name));
  }
}
console.log(found.join('\\n'));
`;
