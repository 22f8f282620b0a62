/** The input of the reference: events as clients sent them, in the order in which the server accepted them. */

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

/** The expected result of enriching the event's URL, referrer, user agent and address: defined in advance, never computed here. */
export interface Attributes {
  /** `""` if the event has no URL. */
  path: string;
  /** `""` if the event has no URL. */
  hostname: string;
  source: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  channel: string;
  /** `""` without a click ID. */
  adPlatform: string;
  browser: string;
  os: string;
  device: string;
  country: string;
  /** `""` if unknown. */
  city: string;
}

/** One event as sent in one request. */
export interface Delivery {
  event: SentEvent;
  attributes: Attributes;
  key: 'public' | 'secret';
  /** The identity of a visitor who sends no ID: the address and the user agent. */
  person: string;
  /** Index in its request, from 0. */
  requestIndex: number;
  /** Epoch milliseconds at which the server received it. */
  receivedAtMs: number;
  /** Epoch milliseconds on the client's clock when it sent the request. */
  sentAtMs?: number;
}
