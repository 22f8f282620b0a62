/** The demo's visitors, their networks, devices and origins, and the pages and goals of its site. Weights are relative. */
import type { GoalInput } from '@footfall/schemas';

export const siteHost = 'www.teahouse.example';

export interface Page {
  path: string;
  title: string;
  weight: number;
  /** Mean seconds with the page in view. */
  seconds: number;
  /** Mean depth of scrolling, in percent. */
  scroll: number;
  /** Share of views with a click that does nothing. */
  deadClicks: number;
}

export const pages: readonly Page[] = [
  { path: '/', title: 'Teahouse: loose leaf tea by post', weight: 30, seconds: 25, scroll: 55, deadClicks: 0.01 },
  { path: '/teas', title: 'All teas', weight: 20, seconds: 40, scroll: 70, deadClicks: 0.02 },
  { path: '/teas/green/sencha', title: 'Sencha', weight: 9, seconds: 50, scroll: 60, deadClicks: 0.02 },
  { path: '/teas/black/assam', title: 'Assam', weight: 8, seconds: 45, scroll: 60, deadClicks: 0.02 },
  { path: '/teas/oolong/tieguanyin', title: 'Tieguanyin', weight: 5, seconds: 65, scroll: 65, deadClicks: 0.02 },
  { path: '/teas/white/silver-needle', title: 'Silver Needle', weight: 4, seconds: 60, scroll: 65, deadClicks: 0.02 },
  { path: '/subscription', title: 'A new tea every month', weight: 7, seconds: 55, scroll: 75, deadClicks: 0.05 },
  { path: '/cart', title: 'Your cart', weight: 6, seconds: 35, scroll: 80, deadClicks: 0.12 },
  { path: '/journal', title: 'Journal', weight: 8, seconds: 30, scroll: 50, deadClicks: 0.01 },
  {
    path: '/journal/how-to-brew-green-tea',
    title: 'How to brew green tea',
    weight: 14,
    seconds: 150,
    scroll: 45,
    deadClicks: 0.01,
  },
  { path: '/journal/a-week-in-uji', title: 'A week in Uji', weight: 7, seconds: 180, scroll: 35, deadClicks: 0.01 },
  { path: '/journal/water', title: 'Why water matters', weight: 4, seconds: 140, scroll: 28, deadClicks: 0.01 },
  { path: '/about', title: 'About us', weight: 4, seconds: 35, scroll: 60, deadClicks: 0.01 },
  { path: '/contact', title: 'Contact', weight: 2, seconds: 30, scroll: 85, deadClicks: 0.08 },
  { path: '/terms', title: 'Terms', weight: 1, seconds: 15, scroll: 12, deadClicks: 0 },
];

export interface Origin {
  weight: number;
  referrer?: string;
  /** The landing page's query string. */
  query?: string;
}

export const origins: readonly Origin[] = [
  { weight: 30 },
  { weight: 26, referrer: 'https://www.google.com/' },
  { weight: 4, referrer: 'https://www.bing.com/' },
  { weight: 3, referrer: 'https://duckduckgo.com/' },
  { weight: 3, referrer: 'https://www.facebook.com/' },
  { weight: 4, referrer: 'https://www.instagram.com/' },
  { weight: 2, referrer: 'https://t.co/' },
  { weight: 3, referrer: 'https://www.reddit.com/r/tea/' },
  { weight: 2, referrer: 'https://www.youtube.com/' },
  { weight: 2, referrer: 'https://www.pinterest.com/' },
  { weight: 3, referrer: 'https://news.ycombinator.com/' },
  { weight: 4, referrer: 'https://steepster.example/reviews' },
  { weight: 3, referrer: 'https://chatgpt.com/' },
  { weight: 1, referrer: 'https://www.perplexity.ai/' },
  { weight: 6, query: 'utm_source=newsletter&utm_medium=email&utm_campaign=weekly-leaf' },
  {
    weight: 6,
    referrer: 'https://www.google.com/',
    query: 'utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=demo',
  },
  { weight: 2, referrer: 'https://www.google.com/', query: 'gclid=demo' },
  {
    weight: 2,
    referrer: 'https://www.bing.com/',
    query: 'utm_source=bing&utm_medium=cpc&utm_campaign=brand&msclkid=demo',
  },
  {
    weight: 4,
    referrer: 'https://www.facebook.com/',
    query: 'utm_source=facebook&utm_medium=paid_social&utm_campaign=spring-harvest&fbclid=demo',
  },
  {
    weight: 2,
    referrer: 'https://www.tiktok.com/',
    query: 'utm_source=tiktok&utm_medium=paid_social&utm_campaign=spring-harvest&ttclid=demo',
  },
  { weight: 1, query: 'utm_source=adnetwork&utm_medium=display&utm_campaign=retargeting&dclid=demo' },
  { weight: 1, referrer: 'https://www.youtube.com/', query: 'utm_source=youtube&utm_medium=cpv&utm_campaign=uji-film' },
  {
    weight: 1,
    referrer: 'https://best-teas.example/',
    query: 'utm_source=best-teas&utm_medium=affiliate&utm_campaign=partners',
  },
  { weight: 1, query: 'utm_source=shop-app&utm_medium=push&utm_campaign=back-in-stock' },
];

/** The first three bytes of an address that the geography database knows by city. */
export interface Network {
  weight: number;
  prefix: string;
}

export const networks: readonly Network[] = [
  { weight: 9, prefix: '148.185.218' }, // London
  { weight: 3, prefix: '51.176.188' }, // Manchester
  { weight: 8, prefix: '12.194.62' }, // New York
  { weight: 4, prefix: '129.172.223' }, // Chicago
  { weight: 4, prefix: '56.183.46' }, // Seattle
  { weight: 3, prefix: '148.64.100' }, // San Francisco
  { weight: 3, prefix: '156.151.82' }, // Austin
  { weight: 5, prefix: '84.140.157' }, // Berlin
  { weight: 3, prefix: '57.110.223' }, // Munich
  { weight: 3, prefix: '193.31.83' }, // Hamburg
  { weight: 4, prefix: '79.91.125' }, // Paris
  { weight: 2, prefix: '176.151.13' }, // Lyon
  { weight: 3, prefix: '129.253.207' }, // Amsterdam
  { weight: 2, prefix: '213.97.216' }, // Madrid
  { weight: 2, prefix: '82.191.67' }, // Milan
  { weight: 2, prefix: '193.45.161' }, // Stockholm
  { weight: 2, prefix: '83.2.33' }, // Warsaw
  { weight: 2, prefix: '83.150.2' }, // Zurich
  { weight: 3, prefix: '103.69.223' }, // Mumbai
  { weight: 3, prefix: '211.5.141' }, // Tokyo
  { weight: 1, prefix: '125.205.70' }, // Osaka
  { weight: 3, prefix: '185.218.226' }, // Toronto
  { weight: 2, prefix: '24.86.220' }, // Vancouver
  { weight: 3, prefix: '101.179.44' }, // Sydney
  { weight: 1, prefix: '168.217.39' }, // Melbourne
  { weight: 1, prefix: '201.109.225' }, // Mexico City
  { weight: 1, prefix: '219.252.127' }, // Seoul
  { weight: 1, prefix: '129.126.162' }, // Singapore
  { weight: 1, prefix: '181.107.43' }, // Buenos Aires
  { weight: 1, prefix: '84.208.28' }, // Oslo
  { weight: 1, prefix: '41.56.24' }, // Cape Town
];

export interface Agent {
  weight: number;
  userAgent: string;
}

const mozilla = 'Mozilla/5.0';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

export const agents: readonly Agent[] = [
  { weight: 24, userAgent: `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36` },
  {
    weight: 8,
    userAgent: `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
  },
  { weight: 4, userAgent: `${mozilla} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0` },
  {
    weight: 8,
    userAgent: `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`,
  },
  { weight: 7, userAgent: `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/142.0.0.0 Safari/537.36` },
  { weight: 3, userAgent: `${mozilla} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0` },
  { weight: 1, userAgent: `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36` },
  {
    weight: 22,
    userAgent: `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
  },
  { weight: 16, userAgent: `${mozilla} (Linux; Android 15; Pixel 9) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36` },
  {
    weight: 4,
    userAgent: `${mozilla} (Linux; Android 15; SM-S921B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  },
  {
    weight: 3,
    userAgent: `${mozilla} (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1`,
  },
];

/** Events other than pageviews that sometimes happen on a page; those with a `path` happen only there. */
interface Deed {
  weight: number;
  type: string;
  path?: string;
  props?: Readonly<Record<string, string | number | boolean>>;
}

export const deeds: readonly Deed[] = [
  { weight: 10, type: 'add_to_cart', props: { grams: 100 } },
  { weight: 4, type: 'newsletter_signup', props: { place: 'footer' } },
  { weight: 6, type: 'purchase', path: '/cart', props: { currency: 'EUR', value: 24.5 } },
  { weight: 3, type: 'subscribe', path: '/subscription', props: { months: 12 } },
  { weight: 5, type: '$outbound_link', props: { url: 'https://maps.example/teahouse' } },
  { weight: 3, type: '$file_download', props: { url: `https://${siteHost}/brewing-chart.pdf` } },
  { weight: 4, type: '$form_submit', path: '/contact', props: { form: 'contact' } },
  { weight: 8, type: '$click', props: { element: 'button' } },
  { weight: 6, type: '$web_vital', props: { name: 'LCP', value: 1840 } },
  { weight: 2, type: '$error', props: { message: 'x is not defined' } },
];

/** The goals of the demo's site. */
export const goals: readonly GoalInput[] = [
  { name: 'Newsletter sign-up', type: 'newsletter_signup' },
  { name: 'Subscription page', path: '/subscription' },
];
