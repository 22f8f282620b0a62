/** The bus package: the port, its settings and how it is opened. */
export type {
  Topic,
  OutgoingRecord,
  BusRecord,
  Commit,
  TopicPartition,
  Assignment,
  LogPartition,
  ReadLimits,
  Consumption,
  Bus,
} from './port.ts';
export { isSamePartition } from './port.ts';
export { type BusSettings, busSettingsSchema } from './config.ts';
export { logPath, openBus } from './open.ts';
