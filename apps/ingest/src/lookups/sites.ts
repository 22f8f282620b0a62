/** Finds the site of a host, an app or a `utm_source`. Hosts match by whole labels. */
import { LRUCache } from 'lru-cache';
import { parse } from 'tldts';
import { copyOf } from './copy-of.ts';
import { siteTable } from './site-table.ts';
import { hostCharsMax } from './web-address.ts';

export type SiteKind = keyof typeof siteTable;

export interface Site {
  /** The name as the site writes it, else its host without `www.`. */
  name: string;
  /** Undefined for a site that is not in the table. */
  kind: SiteKind | undefined;
}

const hostsMax = 10_000;
const sitesByHost = new Map<string, Site>();
const sitesByApp = new Map<string, Site>();
const sitesByUtmSource = new Map<string, Site>();

/** GA4's lists of sources contain these kinds of site; the others are found by host only. */
const kindsWithNames: ReadonlySet<SiteKind> = new Set<SiteKind>(['search', 'social', 'video', 'shopping']);
/** Site names that in a `utm_source` more likely mean something else. */
const everydayWords: ReadonlySet<string> = new Set(['goo', 'info', 'kick', 'loom', 'note', 'otto', 'target', 'you']);
const known = new LRUCache<string, Site>({ max: hostsMax });
fillTables();

/** The site of a lower-case host. */
export function siteOfHost(host: string): Site {
  const site = known.get(host);
  if (site) return site;
  if (host.length > hostCharsMax) return unlisted(host);
  const copy = copyOf(host);
  const found = findHost(copy) ?? unlisted(copy);
  known.set(copy, found);
  return found;
}

/** The site of an app's id, such as `com.google.android.gm`. */
export function siteOfApp(id: string): Site {
  for (let parent = id; parent !== ''; parent = parent.slice(0, Math.max(0, parent.lastIndexOf('.')))) {
    const site = sitesByApp.get(parent);
    if (site) return site;
  }
  return { name: id, kind: undefined };
}

/** The kind of site that a `utm_source` names, by a name such as `facebook` or a host such as `m.facebook.com`. */
export function kindOfUtmSource(utmSource: string): SiteKind | undefined {
  const source = utmSource.trim().toLowerCase();
  return sitesByUtmSource.get(source)?.kind ?? (source.includes('.') ? siteOfHost(source).kind : undefined);
}

/** `host` without a leading `www.`; `www.com` is a separate site. */
export function withoutWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host;
}

function unlisted(host: string): Site {
  return { name: withoutWww(host), kind: undefined };
}

/** The entry for the host or the nearest of its parents; at each of them a full host before one with `*`. */
function findHost(host: string): Site | undefined {
  const suffix = brandSuffix(host);
  for (let name = host; name !== ''; name = parentOf(name)) {
    const site = sitesByHost.get(name) ?? (suffix && sitesByHost.get(starred(name, suffix)));
    if (site) return site;
  }
  return undefined;
}

function parentOf(host: string): string {
  const dot = host.indexOf('.');
  return dot === -1 ? '' : host.slice(dot + 1);
}

function starred(host: string, suffix: string): string {
  return host.endsWith(`.${suffix}`) ? `${host.slice(0, -suffix.length)}*` : '';
}

/** The public suffix when brands use it in every country: `com`, `de`, `co.uk`, `com.br`, but not `xyz`. */
function brandSuffix(host: string): string | undefined {
  const { publicSuffix } = parse(host, { extractHostname: false });
  if (!publicSuffix) return undefined;
  const top = publicSuffix.slice(publicSuffix.lastIndexOf('.') + 1);
  return top === 'com' || top === 'cat' || top.length === 2 ? publicSuffix : undefined;
}

function fillTables(): void {
  for (const [kind, sites] of Object.entries(siteTable)) {
    if (isSiteKind(kind)) for (const [name, keys] of Object.entries(sites)) addSite({ name, kind }, keys);
  }
}

function isSiteKind(kind: string): kind is SiteKind {
  return Object.hasOwn(siteTable, kind);
}

function addSite(site: Site, keys: string): void {
  const name = site.name.toLowerCase();
  if (site.kind && kindsWithNames.has(site.kind) && !everydayWords.has(name)) sitesByUtmSource.set(name, site);
  for (const key of keys.split(' ')) {
    if (key.startsWith('app:')) sitesByApp.set(key.slice(4), site);
    else if (key.startsWith('utm:')) sitesByUtmSource.set(key.slice(4), site);
    else sitesByHost.set(key, site);
  }
}
