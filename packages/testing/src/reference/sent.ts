/** What the reference reads: events as clients sent them, in the order in which the server accepted them. */

/** An event's body as a client sends it. */
export interface SentEvent {
  type: string;
  id?: string;
  timestamp?: string | number;
  visitorId?: string;
  sessionId?: string;
  url?: string;
  title?: string;
  referrer?: string;
  scrollDepth?: number;
  engagedSeconds?: number;
  continued?: boolean;
  props?: Record<string, string | number | boolean>;
  userAgent?: string;
  ip?: string;
}

/** What enrichment should make of the event's url, referrer, user agent and address: known beforehand, never computed here. */
export interface Attributes {
  /** `""` when the event has no url. */
  path: string;
  /** `""` when the event has no url. */
  hostname: string;
  source: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  channel: string;
  /** `""` without a click id. */
  adPlatform: string;
  browser: string;
  os: string;
  device: string;
  country: string;
  /** `""` when unknown. */
  city: string;
}

/** One event on its way through one request. */
export interface Delivery {
  event: SentEvent;
  attributes: Attributes;
  key: 'public' | 'secret';
  /** What identifies a visitor who sends no id: the address and the user agent. */
  person: string;
  /** Index in its request, from 0. */
  requestIndex: number;
  /** Epoch milliseconds at which the server received it. */
  receivedAtMs: number;
  /** Epoch milliseconds on the client's clock when it sent the request. */
  sentAtMs?: number;
}
