/** The settings of the ingest app, and its limits. */
import { getHeapStatistics } from 'node:v8';
import { countSetting, portSetting } from '@footfall/config';
import { operationsSettingsSchema } from '@footfall/http';
import { eventLimits } from '@footfall/schemas';
import { z } from 'zod';

export const ingestSettingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  INGEST_PORT: portSetting.default(4001),
  /** Whose `X-Forwarded-For` to believe, as in Express. */
  TRUST_PROXY: z.string().optional(),
  /** For each workspace; without it there is no limit. */
  INGEST_EVENTS_PER_MINUTE: countSetting.optional(),
  /** A city database in MaxMind's format; without it the one that comes with the package. */
  GEOIP_CITY_DB: z.string().optional(),
  ...operationsSettingsSchema.shape,
});

export type IngestSettings = z.output<typeof ingestSettingsSchema>;

const mebibyte = 1024 * 1024;
/** What a byte of a body may take until its event is on the bus: as text, as objects, made whole, and written again. */
const heapBytesPerBodyByte = 12;

export const ingestLimits = {
  /** Of a body, as sent and decompressed. */
  bodyBytesMax: eventLimits.bodyBytesMax,
  /** Of all bodies being read or worked on; over it 503. Less where there is little memory: running out of it would cost every request. */
  inFlightBytesMax: Math.min(64 * mebibyte, Math.floor(getHeapStatistics().heap_size_limit / heapBytesPerBodyByte)),
  /** Requests whose events are being enriched or published; over it 503. */
  inFlightRequestsMax: 2_000,
  /** Events of those requests while all is well; when they take too long the room shrinks by itself, down to the second number. */
  inFlightEventsMax: 100_000,
  inFlightEventsMin: 1_000,
  /** What is read and thrown away of a body that was refused before its end; then the connection is cut. */
  discardedBytesMax: 8 * mebibyte,
  /** For telling whose a key is. With the next, an answer comes within 4 seconds of the whole body. */
  identifyDeadlineMs: 1_200,
  /** For enriching and publishing the events of one request. */
  acceptDeadlineMs: 2_500,
} as const;

export type IngestLimits = Record<keyof typeof ingestLimits, number>;
