import { eventAfter, pageview } from '../arrival.fixture.ts';
import { campaign } from './campaign.ts';
import { page } from './page.ts';

const eventOf = (query: string) => eventAfter(pageview({ url: `https://example.com/${query}` }), page, campaign);

describe('the campaign of a visit', () => {
  it('has the utm parameters as sent, decoded', () => {
    const query =
      '?utm_source=News+Letter&utm_medium=E-Mail&utm_campaign=%C3%9Cber%20uns&utm_term=a%2Bb&utm_content=%zz';
    expect(eventOf(query)).toMatchObject({
      utmSource: 'News Letter',
      utmMedium: 'E-Mail',
      utmCampaign: 'Über uns',
      utmTerm: 'a+b',
      utmContent: '%zz',
    });
  });

  it('uses the first value of a repeated parameter, and ignores empty ones', () => {
    expect(eventOf('?utm_source=&utm_source=a&utm_source=b').utmSource).toBe('a');
  });

  it('ignores the fragment', () => {
    expect(eventOf('#?utm_source=a').utmSource).toBe('');
  });

  it('E18 has well-formed text even if the URL does not', () => {
    expect(eventOf('?utm_source=%ED%A0%80%FF').utmSource.isWellFormed()).toBe(true);
  });

  it('E23 keeps nothing else of the query', () => {
    const secret = 'tok-4711';
    expect(JSON.stringify(eventOf(`?token=${secret}&gclid=${secret}&x=${'y'.repeat(1900)}`))).not.toContain(secret);
  });
});

describe('the ad platform of a visit', () => {
  it.each([
    ['gclid', 'Google Ads'],
    ['gbraid', 'Google Ads'],
    ['wbraid', 'Google Ads'],
    ['dclid', 'Google Ads'],
    ['gad_source', 'Google Ads'],
    ['GCLID', 'Google Ads'],
    ['msclkid', 'Microsoft Ads'],
    ['ttclid', 'TikTok Ads'],
    ['twclid', 'X Ads'],
    ['li_fat_id', 'LinkedIn Ads'],
    ['ScCid', 'Snapchat Ads'],
    ['sccid', 'Snapchat Ads'],
    ['rdt_cid', 'Reddit Ads'],
    ['epik', 'Pinterest Ads'],
    ['qclid', 'Quora Ads'],
    ['yclid', 'Yandex Ads'],
    ['fbclid', ''],
    ['xgclid', ''],
  ])('by the click id %s is %j', (name, platform) => {
    expect(eventOf(`?${name}=1`).adPlatform).toBe(platform);
  });

  it.each([
    ['cpc', 'Meta Ads'],
    ['paid_social', 'Meta Ads'],
    ['CPM', 'Meta Ads'],
    ['social', ''],
    ['email', ''],
  ])('with fbclid and the medium %s is %j', (medium, platform) => {
    expect(eventOf(`?FBCLID=1&utm_medium=${medium}`).adPlatform).toBe(platform);
  });

  it('is none if the click ID is empty', () => {
    expect(eventOf('?gclid=').adPlatform).toBe('');
  });

  it('is the one of another click ID next to an fbclid', () => {
    expect(eventOf('?fbclid=1&ttclid=2&utm_medium=cpc').adPlatform).toBe('TikTok Ads');
  });
});
