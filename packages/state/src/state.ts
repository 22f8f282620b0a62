/** The state package: the port, its settings, the choice of a driver, and reading through its cache. */
export type {
  Cache,
  Allowance,
  LimitDecision,
  Limits,
  Visit,
  PlacedVisit,
  Sessions,
  Salts,
  Reports,
  State,
} from './port.ts';
export { reportMinutes } from './port.ts';
export { type StateSettings, stateSettingsSchema } from './config.ts';
export { openState } from './open.ts';
export { hash64, hashOfDay } from './identity.ts';
export { sessionGapMs } from './place-visit.ts';
export { ReadThrough } from './read-through.ts';
