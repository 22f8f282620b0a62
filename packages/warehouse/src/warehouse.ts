/** The warehouse package: the port, its drivers, what lies in it and the queries that read it. */
export type { ParameterValue, Reader, Statement, Table, Warehouse } from './driver/port.ts';
export { sourceSettingsSchema, warehouseSettingsSchema, type WarehouseSettings } from './config.ts';
export { openWarehouse, type OpenOptions, repairWarehouse } from './open.ts';
export {
  annotationTables,
  type DamagedPart,
  derivedTables,
  faults,
  goalTables,
  keyTables,
  peopleTables,
} from './parts/damaged-part.ts';
export { findSetAside } from './parts/find-set-aside.ts';
export { requireLoadedParts } from './parts/require-whole.ts';
export { createKeyStore } from './keys/key-store.ts';
export type { AnnotationStore } from './belongings/annotation-store.ts';
export type { GoalStore } from './belongings/goal-store.ts';
export { openStores, type Stores } from './stores.ts';
export { encodeNative } from './driver/native.ts';
export { eventsTable, type EventRow } from './schema/tables/events.ts';
export { clickhouseTime } from './driver/time.ts';
export { type Choice, createSourceChooser, eventsReadMaxDefault, type Source } from './queries/source.ts';
export { Figures } from './queries/figures.ts';
export type { RequestContext, ResolvedParams } from './queries/parameters/resolved-params.ts';
export { defineQuery, type Query, type QueryContext, runQuery } from './queries/query.ts';
export type { Period } from './queries/time/range.ts';
export type { Range } from './queries/time/range.ts';
export { utc } from './queries/time/zone.ts';
export { queries } from './queries/endpoints/index.ts';
export { byNames, byParam } from './queries/breakdown/by.ts';
export { dimensionNames } from './queries/parameters/dimension.ts';
export { operators, readFilter } from './queries/parameters/filters.ts';
export { byOf } from './queries/breakdown/by.ts';
export { columnName, type ResultList, resultLists } from './queries/result-lists.ts';
export { choiceParam } from './queries/parameters/parameters.ts';
export type { LogEnd } from './rollups/watermark.ts';
export { hasRollups } from './rollups/batch.ts';
export { RollupWorker } from './rollups/worker.ts';
export { requestRebuild } from './rollups/rebuild.ts';
export { readRollupsState, type RollupsState } from './rollups/state.ts';
export { explainEndpoint } from './explain/explain-endpoint.ts';
export { type MeasuredStatement, type QueryReport } from './explain/measure-query.ts';
export { type Compared, type Difference, verify, type VerifyReport } from './verify/verify.ts';
