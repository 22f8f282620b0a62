/** The warehouse package: the port, its drivers, what lies in it and the queries that read it. */
export type { ParameterValue, Statement, Table, Warehouse } from './port.ts';
export { warehouseSettingsSchema, type WarehouseSettings } from './config.ts';
export { openWarehouse, type OpenOptions } from './open.ts';
export { createKeyStore } from './key-store.ts';
export { eventsTable, type EventRow } from './tables/events.ts';
export { clickhouseTime } from './tables/time.ts';
export { defineQuery, type Query, type QueryContext } from './query.ts';
export { queries } from './queries/index.ts';
