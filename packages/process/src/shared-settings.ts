/** The settings that several parts read, each with one default. */
import { z } from 'zod';
import { baseUrlSetting, portSetting, tokenSetting } from './settings.ts';

export const sharedSettings = {
  HOST: z.string().default('127.0.0.1'),
  API_PORT: portSetting.default(4000),
  INGEST_PORT: portSetting.default(4001),
  /** The URL at which clients reach the API, if it is not that of HOST and API_PORT: behind a proxy, in a container. */
  API_URL: baseUrlSetting.optional(),
  /** The URL at which clients reach the ingest server, if it is not that of HOST and INGEST_PORT. */
  INGEST_URL: baseUrlSetting.optional(),
  /** The proxies whose `X-Forwarded-For` is trusted, as in Express. */
  TRUST_PROXY: z.string().optional(),
  /** The token for `/metrics`; if unset, every client that can reach the port can read them. */
  METRICS_TOKEN: tokenSetting.optional(),
  /** The directory of everything embedded: of each part, in a folder below it. */
  DATA_DIR: z.string().default('./data'),
};
