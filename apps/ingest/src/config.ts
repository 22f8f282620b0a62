/** The settings of the ingest app, and its limits. */
import { getHeapStatistics } from 'node:v8';
import { countSetting } from '@footfall/process/settings';
import { sharedSettings } from '@footfall/process/shared-settings';
import { eventLimits } from '@footfall/schemas';
import { z } from 'zod';

const { HOST, INGEST_PORT, TRUST_PROXY, METRICS_TOKEN } = sharedSettings;

export const ingestSettingsSchema = z.object({
  HOST,
  INGEST_PORT,
  TRUST_PROXY,
  /** The quota of each workspace; no limit if unset. */
  INGEST_EVENTS_PER_MINUTE: countSetting.optional(),
  /** A city database in MaxMind's format; if unset, the one of the optional package. */
  GEOIP_CITY_DB: z.string().optional(),
  METRICS_TOKEN,
});

export type IngestSettings = z.output<typeof ingestSettingsSchema>;

const mebibyte = 1024 * 1024;
/** The heap that a byte of a body may need until its event is on the bus: as text, as objects, enriched and serialized. */
const heapBytesPerBodyByte = 12;
const inFlightBytesMax = Math.min(
  64 * mebibyte,
  Math.floor(getHeapStatistics().heap_size_limit / heapBytesPerBodyByte),
);

export const ingestLimits = {
  /** The size of a body, as sent and decompressed. */
  bodyBytesMax: eventLimits.bodyBytesMax,
  /** The bytes of a body that must arrive in each such period, otherwise 408. */
  bodyProgressBytesMin: 1_024,
  bodyProgressMs: 10_000,
  /** The bytes of all bodies in memory. Above it, unfinished bodies are dropped, or the new one is refused, with 503. Lower on a machine with little memory: running out of it would fail every request. */
  inFlightBytesMax,
  /** The part of it for bodies whose key is not known yet. */
  inFlightAnonymousBytesMax: inFlightBytesMax / 4,
  /** The unfinished bytes above which bodies of an address are dropped first. */
  unfinishedBytesPerAddressMax: inFlightBytesMax / 16,
  /** Requests whose events are being enriched or published; above it 503. */
  inFlightRequestsMax: 2_000,
  /** Events of those requests; above it 503. If they are slow, the limit falls as far as the second number. */
  inFlightEventsMax: 100_000,
  inFlightEventsMin: 1_000,
  /** Bytes that are read and discarded of a body that was refused before its end; then the connection is closed. */
  discardedBytesMax: 8 * mebibyte,
  /** The deadline for finding the owner of a key before the body is read. With the next one, a response is sent within 4 seconds of the whole body. */
  identifyDeadlineMs: 1_200,
  /** The deadline from the whole body to the response. Work that has not begun in its first half is refused. */
  acceptDeadlineMs: 2_500,
} as const;

export type IngestLimits = Record<keyof typeof ingestLimits, number>;
