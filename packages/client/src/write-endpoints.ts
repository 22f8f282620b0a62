/** Writes src/endpoints.ts; run after a query was added or changed: `pnpm --filter @footfall/client endpoints`. */
import { writeFileSync } from 'node:fs';
import { queries } from '@footfall/warehouse';
import { endpointTypes } from './endpoint-types.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: write-endpoints FILE');
writeFileSync(file, endpointTypes(queries));
