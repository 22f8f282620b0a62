/** Starts the consumer, once it is known that it may open enough files. */
import { runWithDescriptors } from '@footfall/process/descriptors';

await runWithDescriptors(() => import('./run.ts'));
