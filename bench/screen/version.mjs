/**
 * Computes a screen with the product of another checkout, from a separate store, in a separate process: its
 * parent sends names of endpoints, and receives the milliseconds or the cost.
 */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { createContender } from '../dist/screen/contender.js';

const { root, settings, workspaceId, range } = JSON.parse(process.argv[2] ?? '{}');
const load = (path) => import(pathToFileURL(join(root, path)).href);
const { openWarehouse } = await load('packages/warehouse/dist/warehouse.js');
const { createFootfall } = await load('bench/dist/footfall.js');

const warehouse = await openWarehouse(settings);
// Earlier versions have one set of connections for everything.
const contender = createContender('before', warehouse.queries ?? warehouse, (reader) => {
  const footfall = createFootfall(reader);
  return (endpoint) => footfall.read(endpoint, workspaceId, range);
});

process.on('message', ({ id, what, endpoints }) => {
  contender[what](endpoints).then(
    (result) => process.send?.({ id, result }),
    (error) => process.send?.({ id, error: String(error) }),
  );
});
process.once('disconnect', () => void warehouse.close().finally(() => process.exit(0)));
process.send?.({ id: 0, result: null });
