/** User agents, addresses, landings and pages whose attributes were derived by hand from the written rules. */

interface KnownHost {
  /** The part of the URL between scheme and path. */
  sent: string;
  hostname: string;
}

export const hosts: readonly [KnownHost, ...KnownHost[]] = [
  { sent: 'www.example.com', hostname: 'www.example.com' },
  { sent: 'Example.COM:8443', hostname: 'example.com' },
  { sent: 'shop.example.net', hostname: 'shop.example.net' },
];
export const site = `https://${hosts[0].sent}`;

interface KnownAgent {
  userAgent: string;
  browser: string;
  os: string;
  device: string;
}

export const agents: readonly KnownAgent[] = [
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    browser: 'Chrome',
    os: 'Windows',
    device: 'desktop',
  },
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    browser: 'Safari',
    os: 'iOS',
    device: 'mobile',
  },
  {
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    browser: 'Safari',
    os: 'iOS',
    device: 'tablet',
  },
  {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    browser: 'Safari',
    os: 'macOS',
    device: 'desktop',
  },
  {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    browser: 'Firefox',
    os: 'Linux',
    device: 'desktop',
  },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    browser: 'Edge',
    os: 'Windows',
    device: 'desktop',
  },
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    browser: 'Samsung Internet',
    os: 'Android',
    device: 'mobile',
  },
  {
    userAgent:
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
    browser: 'Chrome',
    os: 'Chrome OS',
    device: 'desktop',
  },
  {
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 OPR/114.0.0.0',
    browser: 'Opera',
    os: 'macOS',
    device: 'desktop',
  },
];

/** A user agent that must be rejected as a bot. */
export const botAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface KnownAddress {
  ip: string;
  country: string;
  /** `""` if unknown. */
  city: string;
}

/** Locations according to DB-IP's city database of June 2026. */
export const addresses: readonly KnownAddress[] = [
  { ip: '81.2.69.142', country: 'GB', city: 'London' },
  { ip: '82.64.0.1', country: 'FR', city: 'Paris' },
  { ip: '2a01:e0a::1', country: 'FR', city: 'Paris' },
  { ip: '128.112.1.1', country: 'US', city: 'Princeton' },
  { ip: '8.8.8.8', country: 'US', city: 'Mountain View' },
  { ip: '2001:200:dff:fff1::1', country: 'JP', city: 'Fujisawa' },
  { ip: '::ffff:83.149.9.216', country: 'RU', city: 'Moscow' },
  { ip: '10.1.2.3', country: 'ZZ', city: '' },
  { ip: 'fd00::1', country: 'ZZ', city: '' },
];

interface KnownLanding {
  /** Query and fragment of the URL, `""` for none. */
  query: string;
  referrer?: string;
  source: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  channel: string;
  adPlatform: string;
}

const untagged = {
  query: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  adPlatform: '',
};
const direct = { source: 'Direct' };

function tagged(utmSource: string, utmMedium: string, utmCampaign: string, utmTerm = '', utmContent = '') {
  const pairs = [
    ['utm_source', utmSource],
    ['utm_medium', utmMedium],
    ['utm_campaign', utmCampaign],
    ['utm_term', utmTerm],
    ['utm_content', utmContent],
  ].filter(([, value]) => value !== '');
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  return { query: `?${query}`, utmSource, utmMedium, utmCampaign, utmTerm, utmContent, adPlatform: '' };
}

/** The ways visits begin: referrer and query, and the resulting source, campaign, channel and ad platform. */
export const landings: readonly KnownLanding[] = [
  { ...untagged, ...direct, channel: 'Direct' },
  { ...untagged, ...direct, query: '?page=2#part', channel: 'Direct' },
  { ...untagged, ...direct, referrer: `${site}/elsewhere?q=1`, channel: 'Direct' },
  { ...untagged, referrer: 'https://www.google.com/', source: 'Google', channel: 'Organic Search' },
  { ...untagged, referrer: 'https://www.google.co.uk/search?q=x', source: 'Google', channel: 'Organic Search' },
  { ...untagged, referrer: 'https://duckduckgo.com/', source: 'DuckDuckGo', channel: 'Organic Search' },
  { ...untagged, referrer: 'https://t.co/abc', source: 'X', channel: 'Organic Social' },
  { ...untagged, referrer: 'https://l.facebook.com/l.php', source: 'Facebook', channel: 'Organic Social' },
  { ...untagged, referrer: 'https://www.youtube.com/watch?v=1', source: 'YouTube', channel: 'Organic Video' },
  { ...untagged, referrer: 'https://chatgpt.com/', source: 'ChatGPT', channel: 'AI Assistant' },
  { ...untagged, referrer: 'https://www.microsoft.com/en-us/', source: 'microsoft.com', channel: 'Referral' },
  { ...untagged, referrer: 'https://www.blog.example.org/post', source: 'blog.example.org', channel: 'Referral' },
  { ...untagged, referrer: 'not a url', source: 'Direct', channel: 'Direct' },
  {
    ...untagged,
    query: '?gclid=abc',
    referrer: 'https://www.google.com/',
    source: 'Google',
    channel: 'Paid Search',
    adPlatform: 'Google Ads',
  },
  {
    ...untagged,
    query: '?MSCLKID=abc',
    referrer: 'https://www.bing.com/search',
    source: 'Bing',
    channel: 'Paid Search',
    adPlatform: 'Microsoft Ads',
  },
  {
    ...untagged,
    query: '?fbclid=abc',
    referrer: 'https://www.facebook.com/',
    source: 'Facebook',
    channel: 'Organic Social',
  },
  {
    ...tagged('facebook', 'cpc', 'spring'),
    query: '?utm_source=facebook&utm_medium=cpc&utm_campaign=spring&fbclid=abc',
    referrer: 'https://www.facebook.com/',
    source: 'Facebook',
    channel: 'Paid Social',
    adPlatform: 'Meta Ads',
  },
  {
    ...tagged('facebook', 'cpc', 'spring'),
    referrer: 'https://m.facebook.com/',
    source: 'Facebook',
    channel: 'Paid Social',
  },
  { ...tagged('newsletter', 'email', 'March issue'), ...direct, channel: 'Email' },
  { ...tagged('newsletter', 'email', ''), ...direct, channel: 'Email' },
  { ...tagged('newsletter', 'email', 'spring', 'shoes', 'top: "1"'), ...direct, channel: 'Email' },
  { ...tagged('partner', 'affiliate', 'spring', 'Shoes & more', ''), ...direct, channel: 'Affiliates' },
  { ...tagged('adnetwork', 'display', 'spring'), ...direct, channel: 'Display' },
  { ...tagged('adnetwork', 'cpc', 'spring', 'shoes', "it's\\new"), ...direct, channel: 'Paid Other' },
  { ...tagged('google', 'cpc', 'cross-network 1'), ...direct, channel: 'Cross-network' },
  { ...tagged('youtube', 'cpc', ''), ...direct, channel: 'Paid Video' },
  { ...tagged('someblog', 'social', ''), ...direct, channel: 'Organic Social' },
  { ...tagged('radio', 'audio', ''), ...direct, channel: 'Audio' },
  { ...tagged('crm', 'sms', ''), ...direct, channel: 'SMS' },
  { ...tagged('crm', 'push', ''), ...direct, channel: 'Mobile Push Notifications' },
  { ...tagged('chatgpt.com', '', ''), ...direct, channel: 'AI Assistant' },
  { ...tagged('elsewhere', 'strange', 'spring'), ...direct, channel: 'Unassigned' },
];

/** The result without any URL. */
export const nowhere: KnownLanding = { ...untagged, ...direct, channel: 'Direct' };

interface KnownPage {
  /** The part of the URL between host and query. */
  sent: string;
  path: string;
}

/** Paths are stored as sent, with their case and slashes; only dot segments, percent-encoding and accents have one form. */
export const pages: readonly KnownPage[] = [
  { sent: '', path: '/' },
  { sent: '/', path: '/' },
  { sent: '/pricing', path: '/pricing' },
  { sent: '/Pricing', path: '/Pricing' },
  { sent: '/pricing/', path: '/pricing/' },
  { sent: '/blog/%C3%A9t%C3%A9', path: '/blog/été' },
  { sent: '/blog/été', path: '/blog/été' },
  { sent: '/blog/%c3%a9t%c3%a9', path: '/blog/été' },
  { sent: '/blog/e\u0301te%CC%81', path: '/blog/été' },
  { sent: '/docs/a%2fb', path: '/docs/a%2Fb' },
  { sent: '/blog/2026-01-01', path: '/blog/2026-01-01' },
  { sent: "/it's", path: "/it's" },
  { sent: '/docs/a', path: '/docs/a' },
  { sent: '/blog/%2e./docs\\.\\a', path: '/docs/a' },
  { sent: '/docs/b', path: '/docs/b' },
  { sent: '/docs/a:is:b', path: '/docs/a:is:b' },
];

/** Properties of events, with the text that filters use for each value. */
export const propValues: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
  plan: ['pro', 'free', 'Pro', 'pro: yearly', ''],
  seats: [3, '3', 3.5, -1, 1e21, 1e-7],
  trial: [true, false, 'true'],
  /** Fractions with a power of two as denominator, so that sums are exact. */
  price: [19.5, '12.25', 100, 'a lot', -0.75],
  'a:b "c"\\': ['x:is:y', 'é 🙂 100%', "it's"],
};
