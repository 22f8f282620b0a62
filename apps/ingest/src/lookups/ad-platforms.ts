/** Advertising platforms, by the click ID that they add to a landing page's URL, and the medium of paid visits. */
import type { SiteKind } from './sites.ts';

export interface AdPlatform {
  name: string;
  /** The kind of site that shows its advertisements, used if nothing else determines it. */
  kind: SiteKind;
}

const google: AdPlatform = { name: 'Google Ads', kind: 'search' };
const meta: AdPlatform = { name: 'Meta Ads', kind: 'social' };

/** Platforms by the parameter's name in lower case. The first that is present counts, in this order. */
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

/** Returns true if a parameter of this name is a platform's click ID. */
export function isClickId(name: string): boolean {
  return platforms.has(name.toLowerCase());
}

/** Returns the platform of a visit with these click IDs. Organic links also carry `fbclid`, so that one needs a paid medium. */
export function adPlatformOf(clickIds: ReadonlySet<string>, medium: string): AdPlatform | undefined {
  for (const [name, platform] of platforms) {
    if (clickIds.has(name) && (platform !== meta || isPaidMedium(medium))) return platform;
  }
  return undefined;
}

/** Returns the kind of site that shows a platform's advertisements, by the platform's name. */
export function kindOfAdPlatform(name: string): SiteKind | undefined {
  for (const platform of platforms.values()) if (platform.name === name) return platform.kind;
  return undefined;
}
