/** Lets a child process of a test run our TypeScript as it is: `node --conditions=source --import <this file> x.ts`. */
import { transform } from '@swc/core';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Hooks run on a thread of their own, which loads this file once more.
if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(text, {
    filename: fileURLToPath(url),
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
