/** The values of sessions and events for each dimension, as text; `""` means "not set". */
import type { Fact, Session } from './facts.ts';

type Value<Of> = (of: Of) => string;

const ofSession: Readonly<Record<string, Value<Session>>> = {
  source: ({ attributes }) => attributes.source,
  channel: ({ attributes }) => attributes.channel,
  utm_source: ({ attributes }) => attributes.utmSource,
  utm_medium: ({ attributes }) => attributes.utmMedium,
  utm_campaign: ({ attributes }) => attributes.utmCampaign,
  utm_term: ({ attributes }) => attributes.utmTerm,
  utm_content: ({ attributes }) => attributes.utmContent,
  ad_platform: ({ attributes }) => attributes.adPlatform,
  browser: ({ attributes }) => attributes.browser,
  os: ({ attributes }) => attributes.os,
  device: ({ attributes }) => attributes.device,
  country: ({ attributes }) => attributes.country,
  city: ({ attributes }) => attributes.city,
  entry_page: ({ firstView }) => firstView?.attributes.path ?? '',
  exit_page: ({ lastView }) => lastView?.attributes.path ?? '',
};

const ofPlace: Readonly<Record<string, Value<Fact>>> = {
  path: ({ attributes }) => attributes.path,
  hostname: ({ attributes }) => attributes.hostname,
};

export const sessionDimensions: readonly string[] = Object.keys(ofSession);
export const placeDimensions: readonly string[] = Object.keys(ofPlace);

/** Returns the subject of a dimension: sessions, the place of an event, or the event itself. */
export function kindOf(dimension: string): 'session' | 'place' | 'happened' {
  if (ofSession[dimension]) return 'session';
  return ofPlace[dimension] ? 'place' : 'happened';
}

export function sessionValue(dimension: string, session: Session): string {
  const value = ofSession[dimension];
  if (!value) throw new Error(`no dimension of sessions: ${dimension}`);
  return value(session);
}

/** Returns the value for a dimension of places, for `type` or for `prop:<name>`. */
export function factValue(dimension: string, fact: Fact): string {
  const value = ofPlace[dimension];
  if (value) return value(fact);
  if (dimension === 'type') return fact.type;
  if (dimension.startsWith('prop:')) return propText(fact, dimension.slice('prop:'.length));
  throw new Error(`no dimension of events: ${dimension}`);
}

/** Returns a property as text: numbers and booleans as JSON writes them. */
export function propText({ event: { props = {} } }: Fact, name: string): string {
  const value = Object.hasOwn(props, name) ? props[name] : undefined;
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
