import { eventAfter, pageview } from '../arrival.fixture.ts';
import { campaign } from './campaign.ts';
import { channel } from './channel.ts';
import { page } from './page.ts';
import { source } from './source.ts';

function channelOf(query: string, referrer?: string): string {
  const arrival = pageview({ url: `https://example.com/?${query}`, referrer });
  return eventAfter(arrival, page, campaign, source, channel).channel;
}

describe('the channel of a visit', () => {
  it.each([
    ['Direct', '', undefined],
    ['Direct', '', 'https://www.example.com/'],
    ['Direct', 'utm_term=x', undefined],
    ['Cross-network', 'utm_source=google&utm_medium=cpc&utm_campaign=Cross-Network-Sale', undefined],
    ['Paid Shopping', 'utm_source=amazon.co.uk&utm_medium=cpc', undefined],
    ['Paid Shopping', 'utm_source=somewhere&utm_medium=ppc&utm_campaign=spring-shop', undefined],
    ['Paid Shopping', 'utm_source=google&utm_medium=cpc&utm_campaign=Shopping', undefined],
    ['Paid Search', 'utm_source=google&utm_medium=cpc', undefined],
    ['Paid Search', 'utm_source=Bing&utm_medium=PPC', undefined],
    ['Paid Search', 'utm_source=duckduckgo.com&utm_medium=retargeting', undefined],
    ['Paid Search', 'utm_source=adwords&utm_medium=paid-search', undefined],
    ['Paid Search', 'utm_medium=cpc', 'https://www.google.com/'],
    ['Paid Social', 'utm_source=facebook&utm_medium=paid_social', undefined],
    ['Paid Social', 'utm_source=ig&utm_medium=cpm', undefined],
    ['Paid Social', 'utm_source=lnkd.in&utm_medium=ecpc', undefined],
    ['Paid Video', 'utm_source=youtube&utm_medium=cpv-cpc', undefined],
    ['Paid Video', 'utm_source=m.youtube.com&utm_medium=paid', undefined],
    ['Display', 'utm_source=somewhere&utm_medium=display', undefined],
    ['Display', 'utm_source=somewhere&utm_medium=Banner', undefined],
    ['Display', 'utm_source=somewhere&utm_medium=expandable', undefined],
    ['Display', 'utm_source=somewhere&utm_medium=interstitial', undefined],
    ['Display', 'utm_source=somewhere&utm_medium=cpm', undefined],
    ['Paid Other', 'utm_source=somewhere&utm_medium=cpc', undefined],
    ['Paid Other', 'utm_source=chatgpt.com&utm_medium=cpc', undefined],
    ['Organic Shopping', '', 'https://www.amazon.fr/'],
    ['Organic Shopping', 'utm_source=etsy', undefined],
    ['Organic Shopping', 'utm_source=newsletter&utm_medium=email&utm_campaign=eshop', undefined],
    ['Organic Social', '', 'https://t.co/x'],
    ['Organic Social', 'utm_source=fb', undefined],
    ['Organic Social', 'utm_source=somewhere&utm_medium=social-network', undefined],
    ['Organic Social', 'utm_source=somewhere&utm_medium=sm', undefined],
    ['Organic Social', 'utm_source=somewhere&utm_medium=Social%20Media', undefined],
    ['Organic Video', '', 'https://www.youtube.com/'],
    ['Organic Video', 'utm_source=somewhere&utm_medium=my-video-ad', undefined],
    ['Organic Search', '', 'https://www.google.co.uk/'],
    ['Organic Search', 'utm_source=google', undefined],
    ['Organic Search', 'utm_source=somewhere&utm_medium=organic', undefined],
    ['Organic Search', 'utm_campaign=spring', 'https://www.bing.com/'],
    ['Referral', '', 'https://blog.example.org/'],
    ['Referral', '', 'https://www.microsoft.com/'],
    ['Referral', '', 'https://github.com/'],
    ['Referral', '', 'https://docs.google.com/'],
    ['Referral', '', 'android-app://org.example.reader/'],
    ['Referral', 'utm_source=somewhere&utm_medium=referral', undefined],
    ['Referral', 'utm_source=somewhere&utm_medium=app', undefined],
    ['Referral', 'utm_source=somewhere&utm_medium=link', undefined],
    ['Email', 'utm_source=newsletter&utm_medium=email', undefined],
    ['Email', 'utm_source=newsletter&utm_medium=E-Mail', undefined],
    ['Email', 'utm_source=e_mail', undefined],
    ['Email', 'utm_medium=e%20mail', undefined],
    ['Referral', '', 'https://mail.google.com/'],
    ['Affiliates', 'utm_source=somewhere&utm_medium=affiliate', undefined],
    ['Audio', 'utm_source=podcast&utm_medium=audio', undefined],
    ['SMS', 'utm_source=somewhere&utm_medium=sms', undefined],
    ['SMS', 'utm_source=sms', undefined],
    ['Mobile Push Notifications', 'utm_source=somewhere&utm_medium=webpush', undefined],
    ['Unassigned', 'utm_source=somewhere&utm_medium=pushed', undefined],
    ['Mobile Push Notifications', 'utm_source=somewhere&utm_medium=mobile-message', undefined],
    ['Mobile Push Notifications', 'utm_source=somewhere&utm_medium=notifications', undefined],
    ['Mobile Push Notifications', 'utm_source=firebase', undefined],
    ['AI Assistant', '', 'https://chatgpt.com/'],
    ['AI Assistant', '', 'https://claude.ai/'],
    ['AI Assistant', '', 'https://gemini.google.com/'],
    ['AI Assistant', '', 'https://copilot.microsoft.com/'],
    ['AI Assistant', '', 'https://www.perplexity.ai/'],
    ['AI Assistant', 'utm_source=chatgpt.com', undefined],
    ['AI Assistant', 'utm_source=www.perplexity.ai', 'https://blog.example.org/'],
    ['AI Assistant', 'utm_source=somewhere&utm_medium=ai-assistant', undefined],
    ['Unassigned', 'utm_source=somewhere', undefined],
    ['Unassigned', 'utm_source=target', undefined],
    ['Unassigned', 'utm_source=chatgpt', undefined],
    ['Unassigned', 'utm_source=newsletter&utm_medium=flyer', 'https://www.google.com/'],
    ['Unassigned', 'utm_campaign=spring', undefined],
  ])('is %s for %j from %s', (expected, query, referrer) => {
    expect(channelOf(query, referrer)).toBe(expected);
  });

  it.each([
    ['Direct before Cross-network', 'utm_source=(direct)&utm_medium=(none)&utm_campaign=cross-network', 'Direct'],
    [
      'Cross-network before Paid Shopping',
      'utm_source=amazon&utm_medium=cpc&utm_campaign=cross-network',
      'Cross-network',
    ],
    ['Paid Shopping before Paid Search', 'utm_source=google&utm_medium=cpc&utm_campaign=shop', 'Paid Shopping'],
    ['Paid Social before Display', 'utm_source=facebook&utm_medium=cpm', 'Paid Social'],
    ['Display before Paid Other', 'utm_source=somewhere&utm_medium=cpm', 'Display'],
    ['Display before Organic Social', 'utm_source=facebook&utm_medium=display', 'Display'],
    ['Paid Other before Organic Shopping', 'utm_source=somewhere&utm_medium=paid&utm_campaign=workshop', 'Paid Other'],
    ['Organic Shopping before Organic Social', 'utm_source=facebook&utm_campaign=shop', 'Organic Shopping'],
    ['Organic Social before Organic Video', 'utm_source=youtube&utm_medium=social', 'Organic Social'],
    ['Organic Social before Email', 'utm_source=linkedin&utm_medium=email', 'Organic Social'],
    ['Organic Video before Organic Search', 'utm_source=google&utm_medium=video', 'Organic Video'],
    ['Organic Search before Referral', 'utm_source=google&utm_medium=referral', 'Organic Search'],
    ['Referral before Email', 'utm_source=email&utm_medium=referral', 'Referral'],
    ['Referral before AI Assistant', 'utm_source=chatgpt.com&utm_medium=referral', 'Referral'],
    ['Email before Affiliates', 'utm_source=email&utm_medium=affiliate', 'Email'],
    ['Affiliates before SMS', 'utm_source=sms&utm_medium=affiliate', 'Affiliates'],
    ['Audio before SMS', 'utm_source=sms&utm_medium=audio', 'Audio'],
    ['SMS before Mobile Push Notifications', 'utm_source=sms&utm_medium=push', 'SMS'],
    [
      'Mobile Push Notifications before AI Assistant',
      'utm_source=claude.ai&utm_medium=push',
      'Mobile Push Notifications',
    ],
  ])('keeps the order of rules: %s', (_order, query, expected) => {
    expect(channelOf(query)).toBe(expected);
  });

  it.each([
    ['shop', true],
    ['my-shop', true],
    ['eshop', true],
    ['shopping', true],
    ['windowshopping', true],
    ['workshop', false],
    ['bishop', false],
    ['photoshop', false],
  ])('a campaign named %s is a shopping campaign: %s', (name, isShopping) => {
    expect(channelOf(`utm_source=somewhere&utm_medium=cpc&utm_campaign=${name}`)).toBe(
      isShopping ? 'Paid Shopping' : 'Paid Other',
    );
  });

  it.each([
    ['Paid Search', 'gclid=1', undefined],
    ['Paid Search', 'gclid=1', 'https://www.google.com/'],
    ['Paid Search', 'gclid=1', 'https://news.example.org/'],
    ['Paid Video', 'gclid=1', 'https://www.youtube.com/'],
    ['Paid Search', 'MSCLKID=1', undefined],
    ['Paid Social', 'ttclid=1', undefined],
    ['Paid Social', 'fbclid=1&utm_source=facebook&utm_medium=paid', undefined],
    ['Paid Social', 'fbclid=1&utm_medium=cpc', 'https://l.instagram.com/'],
    ['Organic Social', 'fbclid=1', 'https://l.facebook.com/'],
    ['Organic Social', 'fbclid=1&utm_source=facebook&utm_medium=social', undefined],
    ['Paid Other', 'gclid=1&utm_source=newsletter&utm_medium=email', undefined],
    ['Paid Shopping', 'gclid=1&utm_source=google&utm_campaign=shopping', undefined],
    ['Cross-network', 'gclid=1&utm_campaign=cross-network', undefined],
  ])('is %s with the click id of %j from %s', (expected, query, referrer) => {
    expect(channelOf(query, referrer)).toBe(expected);
  });
});
