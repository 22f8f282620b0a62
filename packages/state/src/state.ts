/** The state package: the port, its settings, the choice of a driver, and reading through its cache. */
export type {
  Cache,
  RateLimit,
  LimitDecision,
  Limits,
  Visit,
  AssignedVisit,
  Sessions,
  Salts,
  Reports,
  State,
} from './port.ts';
export { reportMinutes } from './port.ts';
export { type StateSettings, stateSettingsSchema } from './config.ts';
export { openState } from './open.ts';
export { hash64, hashOfDay } from './identity.ts';
export { sessionGapMs } from './assign-visit.ts';
export { ReadThrough } from './read-through.ts';
