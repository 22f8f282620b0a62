/** A process that starts another one as a test does, and prints what that one prints first. */
import { run } from './child-process.ts';

const child = run('packages/testing/src/listens.fixture.mjs', {});
process.stdout.write(`${await child.printed(/^\d+$/)}\n`);
