/** The real servers that tests run against, and wrappers that act between the calls of a port. Only tests use this package. */
export { type Servers, servers, type DriverSet, driverSets } from './servers.ts';
export {
  describeOnLinux,
  describeWithDocker,
  describeWithPrograms,
  describeWithServers,
  describeWithSmallDisk,
} from './suites.ts';
export { composeProject } from './environment.ts';
export { type OwnServer, ownServer } from './own-server.ts';
export type { OwnServerOptions, ServerKind } from './kinds.ts';
export { type Namespace, ownNamespace } from './namespace.ts';
export { fakeOnly } from './fake-only.ts';
export { freePort } from './free-port.ts';
export { listenLocally } from './listen-locally.ts';
export { type Proxy, openProxy } from './proxy.ts';
export { type Around, type Call, type Proceed, wrapPort } from './wrap-port.ts';
export { asShared } from './as-shared.ts';
export { actAt, type Breakpoint, killAt, Stopped, stopAt } from './breakpoint.ts';
export { until, waitMsMax } from './until.ts';
export { untilStored } from './until-stored.ts';
export { requestClickHouse } from './request-clickhouse.ts';
export { responseFrom, responseMsMax } from './response-from.ts';
export { build } from './build.ts';
