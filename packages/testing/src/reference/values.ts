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

const ofPage: Readonly<Record<string, Value<Fact>>> = {
  path: ({ attributes }) => attributes.path,
  hostname: ({ attributes }) => attributes.hostname,
};

export const sessionDimensions: readonly string[] = Object.keys(ofSession);
export const pageDimensions: readonly string[] = Object.keys(ofPage);

/** Returns the subject of a dimension: sessions, the page of an event, or the event itself. */
export function kindOf(dimension: string): 'session' | 'page' | 'happened' {
  if (ofSession[dimension]) return 'session';
  return ofPage[dimension] ? 'page' : 'happened';
}

export function sessionValue(dimension: string, session: Session): string {
  const value = ofSession[dimension];
  if (!value) throw new Error(`no dimension of sessions: ${dimension}`);
  return value(session);
}

/** Returns the value for a dimension of pages, for `type` or for `prop:<name>`. */
export function factValue(dimension: string, fact: Fact): string {
  const value = ofPage[dimension];
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
