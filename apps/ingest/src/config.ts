/** The settings of the ingest app, and its limits. */
import { countSetting, portSetting } from '@footfall/config';
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
});

export type IngestSettings = z.output<typeof ingestSettingsSchema>;

export const ingestLimits = {
  /** Of a body, as sent and decompressed. */
  bodyBytesMax: eventLimits.bodyBytesMax,
  /** Of all bodies being read or worked on; over it 503. */
  inFlightBytesMax: 64 * 1024 * 1024,
  /** Requests whose events are being enriched or published; over it 503. */
  inFlightRequestsMax: 2_000,
  /** What is read and thrown away of a body that was refused before its end; then the connection is cut. */
  discardedBytesMax: 8 * 1024 * 1024,
  /** For telling whose a key is. With the next, an answer comes within 4 seconds of the whole body. */
  identifyDeadlineMs: 1_200,
  /** For enriching and publishing the events of one request. */
  acceptDeadlineMs: 2_500,
} as const;

export type IngestLimits = Record<keyof typeof ingestLimits, number>;
