/** Starts the ingest server, once it is known that it may open enough files. */
import { runWithDescriptors } from '@footfall/http/descriptors';

await runWithDescriptors(() => import('./run.ts'));
