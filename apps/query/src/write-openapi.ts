/** Writes docs/openapi.json. Run it after adding or changing a query: `pnpm --filter @footfall/query openapi`. */
import { writeFileSync } from 'node:fs';
import { queries } from '@footfall/warehouse';
import { querySettingsSchema } from './config.ts';
import { openApiDocument } from './documentation/openapi.ts';

const [file] = process.argv.slice(2);
const { INGEST_PORT } = querySettingsSchema.parse({});
if (file === undefined) throw new Error('Usage: write-openapi FILE');
writeFileSync(file, `${JSON.stringify(openApiDocument(queries, `http://127.0.0.1:${INGEST_PORT}`), null, 2)}\n`);
