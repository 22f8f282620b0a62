/** The parts of every process of Footfall: a log, metrics, and an orderly end. Settings, descriptors and the URLs of servers have separate entry points, which load no libraries for logs and metrics. */
export { Counter, Gauge, Histogram, Registry } from 'prom-client';
export { Endings } from './endings.ts';
export { mapInSlices } from './in-slices.ts';
export { type Lifetime, listenerDrainMs, runUntilSignal } from './run-until-signal.ts';
export { startWithSettings } from './process-settings.ts';
export { createLogger, createRegistry, type Logger } from './telemetry.ts';
export { unlessAborted } from './unless-aborted.ts';
export { version } from './version.ts';
export { withDeadline } from './with-deadline.ts';
