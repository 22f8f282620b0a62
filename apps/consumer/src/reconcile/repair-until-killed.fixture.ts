/** A process that repairs with the settings given as JSON, and kills itself at the given call. */
import { openBus } from '@footfall/bus';
import { killAt, wrapPort } from '@footfall/test-servers';
import { openWarehouse } from '@footfall/warehouse';
import { reconcile } from './reconcile.ts';

const [, , settings = '{}', breakpoint = '{}'] = process.argv;
const ports = JSON.parse(settings);
const warehouse = await openWarehouse(ports);
const bus = await openBus(ports);
await reconcile({ bus, warehouse: wrapPort(warehouse, killAt(JSON.parse(breakpoint))), repairs: true });
