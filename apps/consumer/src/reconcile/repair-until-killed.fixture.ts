/** A process that repairs with the settings it is given as JSON, and kills itself at the point it is given. */
import { openBus } from '@footfall/bus';
import { openWarehouse } from '@footfall/warehouse';
import { reconcile } from './reconcile.ts';

const [, , settings = '{}', killPoint = ''] = process.argv;
const ports = JSON.parse(settings);
const warehouse = await openWarehouse(ports);
const bus = await openBus(ports);
await reconcile({
  bus,
  warehouse,
  repairs: true,
  fault: (point) => {
    if (point === killPoint) process.kill(process.pid, 'SIGKILL');
  },
});
