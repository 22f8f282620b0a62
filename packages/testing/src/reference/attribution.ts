/** The attributes of sessions: sources, campaigns, channels, devices and locations. */
import { quotient } from './arithmetic.ts';
import { type Happened, type Session, sessionsIn } from './facts.ts';
import { distinct, groupBy, ranked } from './group.ts';
import type { Range } from './range.ts';
import type { Attributes } from './sent.ts';

type Attribute = keyof Attributes;
type Group = { names: string[]; visitors: number; sessions: number };

/** Returns the sessions that start in the range by the named attributes, without those whose first attribute is empty. */
function attributed(happened: Happened, range: Range, attributes: readonly Attribute[], limit: number): Group[] {
  const sessions = sessionsIn(happened, range);
  const namesOf = (session: Session) => attributes.map((attribute) => session.attributes[attribute]);
  const named = sessions.filter((session) => namesOf(session)[0] !== '');
  const groups = [...groupBy(named, (session) => JSON.stringify(namesOf(session))).values()].map((own) => ({
    names: namesOf(own[0]),
    visitors: distinct(own, (session) => session.visitor),
    sessions: own.length,
  }));
  return ranked(
    groups,
    (group) => group.visitors,
    (group) => group.names,
  ).slice(0, limit);
}

export function sources(happened: Happened, range: Range, limit: number) {
  return {
    referrers: attributed(happened, range, ['source'], limit).map(({ names: [source], visitors, sessions }) => ({
      source,
      visitors,
      sessions,
    })),
    utmSources: attributed(happened, range, ['utmSource', 'utmMedium'], limit).map(
      ({ names: [source, medium], visitors }) => ({ source, medium, visitors }),
    ),
  };
}

export function campaigns(happened: Happened, range: Range, limit: number) {
  return {
    campaigns: attributed(happened, range, ['utmCampaign', 'utmSource', 'utmMedium'], limit).map(
      ({ names: [name, source, medium], visitors, sessions }) => ({ name, source, medium, visitors, sessions }),
    ),
    adPlatforms: attributed(happened, range, ['adPlatform'], limit).map(({ names: [platform], visitors }) => ({
      platform,
      visitors,
    })),
  };
}

export function channels(happened: Happened, range: Range, limit: number) {
  const all = sessionsIn(happened, range).length;
  return {
    data: attributed(happened, range, ['channel'], limit).map(({ names: [channel], visitors, sessions }) => ({
      channel,
      visitors,
      sessions,
      percentage: quotient(sessions * 100, all),
    })),
  };
}

export function devices(happened: Happened, range: Range, limit: number) {
  const counted = (attribute: Attribute) =>
    attributed(happened, range, [attribute], limit).map(({ names: [name], visitors }) => ({ name, count: visitors }));
  return {
    browsers: counted('browser').map(({ name, count }) => ({ browser: name, count })),
    devices: counted('device').map(({ name, count }) => ({ device: name, count })),
    operatingSystems: counted('os').map(({ name, count }) => ({ os: name, count })),
  };
}

export function geo(happened: Happened, range: Range, limit: number) {
  return {
    countries: attributed(happened, range, ['country'], limit).map(({ names: [country], visitors }) => ({
      country,
      visitors,
    })),
    cities: attributed(happened, range, ['city', 'country'], limit).map(({ names: [city, country], visitors }) => ({
      city,
      country,
      visitors,
    })),
  };
}
