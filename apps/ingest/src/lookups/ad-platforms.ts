/** Advertising platforms, by the click id that they add to a landing page's URL, and the medium of paid visits. */
import type { SiteKind } from './sites.ts';

export interface AdPlatform {
  name: string;
  /** What kind of site its advertisements are on, when nothing else tells. */
  kind: SiteKind;
}

const google: AdPlatform = { name: 'Google Ads', kind: 'search' };
const meta: AdPlatform = { name: 'Meta Ads', kind: 'social' };

/** By the parameter's name in lower case; the first that is there counts, in this order. */
const platforms: ReadonlyMap<string, AdPlatform> = new Map([
  ['gclid', google],
  ['gbraid', google],
  ['wbraid', google],
  ['dclid', google],
  ['gad_source', google],
  ['msclkid', { name: 'Microsoft Ads', kind: 'search' }],
  ['ttclid', { name: 'TikTok Ads', kind: 'social' }],
  ['twclid', { name: 'X Ads', kind: 'social' }],
  ['li_fat_id', { name: 'LinkedIn Ads', kind: 'social' }],
  ['sccid', { name: 'Snapchat Ads', kind: 'social' }],
  ['rdt_cid', { name: 'Reddit Ads', kind: 'social' }],
  ['epik', { name: 'Pinterest Ads', kind: 'social' }],
  ['qclid', { name: 'Quora Ads', kind: 'social' }],
  ['yclid', { name: 'Yandex Ads', kind: 'search' }],
  ['fbclid', meta],
]);

const paidMedium = /cp|^ppc$|^retargeting$|^paid/i;

/** GA4's `^(.*cp.*|ppc|retargeting|paid.*)$`. */
export function isPaidMedium(medium: string): boolean {
  return paidMedium.test(medium);
}

/** Whether a parameter of this name says which platform was paid. */
export function isClickId(name: string): boolean {
  return platforms.has(name.toLowerCase());
}

/** The platform behind a visit with these click ids. Organic links carry `fbclid` too, so it needs a paid medium. */
export function adPlatformOf(clickIds: ReadonlySet<string>, medium: string): AdPlatform | undefined {
  for (const [name, platform] of platforms) {
    if (clickIds.has(name) && (platform !== meta || isPaidMedium(medium))) return platform;
  }
  return undefined;
}

/** The kind of site that a platform's advertisements are on, by the platform's name. */
export function kindOfAdPlatform(name: string): SiteKind | undefined {
  for (const platform of platforms.values()) if (platform.name === name) return platform.kind;
  return undefined;
}
