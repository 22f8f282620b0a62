/** Writes src/endpoints.ts and src/endpoint-params.ts; run after a query was added or changed: `pnpm --filter @footfall/client endpoints`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queries } from '@footfall/warehouse';
import { endpointParams, endpointTypes } from './endpoint-types.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: write-endpoints FOLDER');
writeFileSync(join(folder, 'endpoints.ts'), endpointTypes(queries));
writeFileSync(join(folder, 'endpoint-params.ts'), endpointParams(queries));
