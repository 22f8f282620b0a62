/** The marketing channel of the visit: Google Analytics 4's default channel groups, in its order of rules. */
import type { Draft, Step } from '../draft.ts';
import { isPaidMedium, kindOfAdPlatform } from '../../lookups/ad-platforms.ts';
import { kindOfUtmSource } from '../../lookups/sites.ts';
import type { SiteKind } from '../../lookups/sites.ts';

/** The input of the rules; texts in lower case. */
interface Attribution {
  /** `(direct)` without utm parameters, referrer and click ID; `(not set)` when only other parts are tagged. */
  source: string;
  kind: SiteKind | undefined;
  /** As tagged, else the medium of the kind of referrer; `(none)` for a direct visit. */
  medium: string;
  campaign: string;
  /** True if the medium or a click ID says so. */
  isPaid: boolean;
}

type Rule = readonly [channel: string, fits: (visit: Attribution) => boolean];

const isShoppingCampaign = (campaign: string) => /([^a-df-z]|^)shop|shopping/.test(campaign);
const isShopping = ({ kind, campaign }: Attribution) => kind === 'shopping' || isShoppingCampaign(campaign);
const oneOf = (...values: readonly string[]) => {
  const set: ReadonlySet<string> = new Set(values);
  return (value: string) => set.has(value);
};
const isNoMedium = oneOf('(none)', '(not set)');
const isDisplay = oneOf('display', 'banner', 'expandable', 'interstitial', 'cpm');
const isSocialMedium = oneOf('social', 'social-network', 'social-media', 'sm', 'social network', 'social media');
const isReferralMedium = oneOf('referral', 'app', 'link');
const isEmail = oneOf('email', 'e-mail', 'e_mail', 'e mail');

/** The rules; the first that matches is the channel. Definitions: https://support.google.com/analytics/answer/9756891 */
const rules: readonly Rule[] = [
  ['Direct', ({ source, medium }) => source === '(direct)' && isNoMedium(medium)],
  ['Cross-network', ({ campaign }) => campaign.includes('cross-network')],
  ['Paid Shopping', (visit) => visit.isPaid && isShopping(visit)],
  ['Paid Search', ({ isPaid, kind }) => isPaid && kind === 'search'],
  ['Paid Social', ({ isPaid, kind }) => isPaid && kind === 'social'],
  ['Paid Video', ({ isPaid, kind }) => isPaid && kind === 'video'],
  ['Display', ({ medium }) => isDisplay(medium)],
  ['Paid Other', ({ isPaid }) => isPaid],
  ['Organic Shopping', isShopping],
  ['Organic Social', ({ kind, medium }) => kind === 'social' || isSocialMedium(medium)],
  ['Organic Video', ({ kind, medium }) => kind === 'video' || medium.includes('video')],
  ['Organic Search', ({ kind, medium }) => kind === 'search' || medium === 'organic'],
  ['Referral', ({ medium }) => isReferralMedium(medium)],
  ['Email', ({ source, medium }) => isEmail(source) || isEmail(medium)],
  ['Affiliates', ({ medium }) => medium === 'affiliate'],
  ['Audio', ({ medium }) => medium === 'audio'],
  ['SMS', ({ source, medium }) => source === 'sms' || medium === 'sms'],
  [
    'Mobile Push Notifications',
    ({ source, medium }) => medium.endsWith('push') || /mobile|notification/.test(medium) || source === 'firebase',
  ],
  ['AI Assistant', ({ kind, medium }) => kind === 'assistant' || medium === 'ai-assistant'],
];

/** Returns the channel of a visit; `Unassigned` if no rule matches. */
function channelOf(visit: Attribution): string {
  return rules.find(([, fits]) => fits(visit))?.[0] ?? 'Unassigned';
}

export const channel: Step = (draft) => {
  draft.event.channel = channelOf(attributionOf(draft));
  return undefined;
};

/** Returns the medium of a referrer without tags. */
const mediumOfKind: Readonly<Partial<Record<SiteKind, string>>> = {
  search: 'organic',
  assistant: 'ai-assistant',
};
const kindsWithAds: ReadonlySet<SiteKind | undefined> = new Set(['search', 'social', 'video', 'shopping'] as const);

function attributionOf({ event, referrer }: Draft): Attribution {
  const medium = event.utmMedium.toLowerCase();
  const isPaid = event.adPlatform !== '' || isPaidMedium(medium);
  const campaign = event.utmCampaign.toLowerCase();
  if (event.utmSource !== '') {
    const source = event.utmSource.toLowerCase();
    return { source, kind: kindOfUtmSource(source), medium: medium || '(not set)', campaign, isPaid };
  }
  // An advertisement on any other site was bought from the platform that the click ID names.
  if (event.adPlatform !== '' && !kindsWithAds.has(referrer?.kind)) {
    const kind = kindOfAdPlatform(event.adPlatform);
    return { source: event.adPlatform.toLowerCase(), kind, medium: medium || '(not set)', campaign, isPaid };
  }
  if (referrer) {
    const { kind } = referrer;
    const standsFor = (kind && mediumOfKind[kind]) ?? 'referral';
    return { source: referrer.name.toLowerCase(), kind, medium: medium || standsFor, campaign, isPaid };
  }
  const isTagged = medium !== '' || campaign !== '';
  const source = isTagged ? '(not set)' : '(direct)';
  return { source, kind: undefined, medium: medium || (isTagged ? '(not set)' : '(none)'), campaign, isPaid };
}
