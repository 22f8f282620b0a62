/** Writes docs/openapi.json; run after a query was added or changed: `pnpm --filter @footfall/query openapi`. */
import { writeFileSync } from 'node:fs';
import { queries } from '@footfall/warehouse';
import { openApiDocument } from './documentation/openapi.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: write-openapi FILE');
writeFileSync(file, `${JSON.stringify(openApiDocument(queries), null, 2)}\n`);
