/** Makes Node run TypeScript sources: `node --conditions=source --import ./scripts/run-source.mjs file.ts`, for tests that need a real process. */
import { register } from 'node:module';

register('./source-hooks.mjs', import.meta.url);
