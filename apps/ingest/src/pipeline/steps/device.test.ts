import { devices, eventFields } from '@footfall/schemas';
import { eventAfter, pageview } from '../arrival.fixture.ts';
import { readUserAgent } from '../../lookups/user-agent.ts';
import { device } from './device.ts';
import { who } from './who.ts';

/** User agents of real browsers, apps, televisions, consoles and watches. */
const samples: readonly (readonly [browser: string, os: string, device: string, userAgent: string])[] = [
  [
    'Chrome',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'macOS',
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Linux',
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Chrome OS',
    'desktop',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome',
    'iOS',
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari',
    'macOS',
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  ],
  [
    'Safari',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari',
    'iOS',
    'tablet',
    'Mozilla/5.0 (iPad; CPU OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox', 'Windows', 'desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Firefox',
    'macOS',
    'desktop',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  ],
  ['Firefox', 'Linux', 'desktop', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox', 'FreeBSD', 'desktop', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Firefox', 'OpenBSD', 'desktop', 'Mozilla/5.0 (X11; OpenBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Firefox', 'Android', 'mobile', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['Firefox', 'Android', 'tablet', 'Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0'],
  [
    'Firefox',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Edge',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ],
  [
    'Edge',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763',
  ],
  [
    'Edge',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 10; Pixel 3 XL) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0',
  ],
  [
    'Edge',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Edge',
    'Xbox',
    'console',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edge/44.18363.8131',
  ],
  [
    'Opera',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0',
  ],
  [
    'Opera',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 10; VOG-L29) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0',
  ],
  [
    'Opera',
    'Android',
    'mobile',
    'Opera/9.80 (Android; Opera Mini/36.2.2254/191.249; U; en) Presto/2.12.423 Version/12.16',
  ],
  ['Opera', 'Windows', 'desktop', 'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18'],
  [
    'Samsung Internet',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Samsung Internet',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
  ],
  ['Internet Explorer', 'Windows', 'desktop', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['Internet Explorer', 'Windows', 'desktop', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)'],
  [
    'Vivaldi',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6.3797.58',
  ],
  [
    'Yandex Browser',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36',
  ],
  [
    'UC Browser',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; U; Android 13; en-US; RMX3085) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.0.1323 Mobile Safari/537.36',
  ],
  [
    'Amazon Silk',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/142.1.1 like Chrome/142.0.7444.77 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 12; MI 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.48 Mobile Safari/537.36',
  ],
  [
    'Android Browser',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; U; Android 4.0.3; ko-kr; LG-L160L Build/IML74K) AppleWebkit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  ],
  [
    'Safari',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/530.0.0.40.70;FBBV/792;FBDV/iPhone15,3;FBMD/iPhone;FBSN/iOS;FBSV/18.6;FBSS/3;FBLC/en_US]',
  ],
  [
    'Chrome',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 15; SM-S938B Build/AP3A.240905.015.A2; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.48 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/536.0.0.46.77;]',
  ],
  [
    'Safari',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G86 Instagram 404.0.0.33.66 (iPhone15,3; iOS 18_6; en_US; en; scale=3.00; 1290x2796; 800)',
  ],
  [
    'Safari',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
  [
    'Google App',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/392.0.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'DuckDuckGo',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15',
  ],
  [
    'WeChat',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 14; SM-A546B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003253) WeChat/arm64',
  ],
  [
    'Huawei Browser',
    'HarmonyOS',
    'mobile',
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00; HMSCore 6.13.0.321) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
  ],
  [
    'Mi Browser',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 13; 2201116SG) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.11.0-gn',
  ],
  [
    'HeyTap Browser',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; U; Android 13; CPH2269 Build/TP1A.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.168 Mobile Safari/537.36 HeyTapBrowser/45.12',
  ],
  [
    'Vivo Browser',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 13; V2250) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/11.5',
  ],
  [
    'Whale',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Whale/4.31.304.16 Safari/537.36',
  ],
  [
    'QQ Browser',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.71 Safari/537.36 Core/1.94.202.400 QQBrowser/11.9.5355.400',
  ],
  [
    'Epiphany',
    'Linux',
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 Epiphany/605.1.15',
  ],
  [
    'Chromium',
    'Linux',
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36',
  ],
  [
    'SeaMonkey',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0 SeaMonkey/2.53.20',
  ],
  [
    'Pale Moon',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:102.0) Goanna/20240101 PaleMoon/33.0.0',
  ],
  [
    'Samsung Internet',
    'Tizen',
    'tv',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/94.0.4606.31 TV Safari/537.36',
  ],
  [
    'webOS Browser',
    'webOS',
    'tv',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.211 Safari/537.36 WebAppManager',
  ],
  [
    'Chrome',
    'Linux',
    'tv',
    'Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/24.0.1295.0 Safari/537.31 SmartTV/5.0',
  ],
  [
    'Chrome',
    'Android',
    'tv',
    'Mozilla/5.0 (Linux; Android 11; BRAVIA 4K VH2 Build/RTT2.211108.001.A1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tv',
    'Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7629; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/108.0.5359.220 Mobile Safari/537.36',
  ],
  [
    'Amazon Silk',
    'Android',
    'tv',
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/118.3.1 like Chrome/118.0.5993.155 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tv',
    'Mozilla/5.0 (Linux; Android 12; Chromecast) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Linux',
    'tv',
    'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast',
  ],
  ['Roku', 'Roku', 'tv', 'Roku/DVP-12.0 (12.0.0.4182-88)'],
  [
    'Opera',
    'Linux',
    'tv',
    'Mozilla/5.0 (Linux; Andr0id 12; BRAVIA) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.210 Safari/537.36 OPR/46.0.2207.0 OMI/4.24',
  ],
  ['Unknown', 'tvOS', 'tv', 'AppleTV11,1/11.1'],
  [
    'PlayStation Browser',
    'PlayStation',
    'console',
    'Mozilla/5.0 (PlayStation; PlayStation 5/8.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15',
  ],
  [
    'PlayStation Browser',
    'PlayStation',
    'console',
    'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  ],
  [
    'Nintendo Browser',
    'Nintendo',
    'console',
    'Mozilla/5.0 (Nintendo Switch; WebApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
  ],
  [
    'Nintendo Browser',
    'Nintendo',
    'console',
    'Mozilla/5.0 (Nintendo WiiU) AppleWebKit/536.30 (KHTML, like Gecko) NX/3.0.4.2.12 NintendoBrowser/4.3.1.11264.US',
  ],
  [
    'Safari',
    'watchOS',
    'wearable',
    'Mozilla/5.0 (Apple Watch; CPU Watch OS 10_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21R356',
  ],
  [
    'Samsung Internet',
    'Android',
    'wearable',
    'Mozilla/5.0 (Linux; Android 11; SAMSUNG SM-R875F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/1.0 Chrome/92.0 Mobile Safari/537.36 Wear',
  ],
  [
    'Oculus Browser',
    'Android',
    'wearable',
    'Mozilla/5.0 (Linux; Android 12; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/39.2.0.22.56 Chrome/136.0.7103.177 VR Safari/537.36',
  ],
  [
    'Firefox',
    'KaiOS',
    'mobile',
    'Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M-000-02-28-130718; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  ],
  [
    'BlackBerry',
    'BlackBerry',
    'mobile',
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
  ],
  [
    'Edge',
    'Windows Phone',
    'mobile',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15254',
  ],
  [
    'Brave',
    'Linux',
    'desktop',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Brave/142',
  ],
  [
    'Chrome',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 13; Cubot P50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 10; HUAWEI MediaPad T5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 14; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Chrome',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 7.1.2; Nexus 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.0.0 Safari/537.36',
  ],
  [
    'Electron',
    'Windows',
    'desktop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Electron/39.0.0 Safari/537.36',
  ],
  ['Firefox', 'Linux', 'desktop', 'Mozilla/5.0 (X11; Linux aarch64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Edge',
    'Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 13; SM-T870) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 EdgA/120.0.0.0',
  ],
  [
    'Chrome',
    'Android',
    'mobile',
    'Mozilla/5.0 (Linux; Android 12; Redmi Note 9 Pro Build/SKQ1.211019.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6',
  ],
  ['Unknown', 'Unknown', 'other', 'MyApp/3.1 CFNetwork/1490.0.4 Darwin/23.2.0'],
  ['Unknown', 'Unknown', 'other', 'something unknown'],
  [
    'Opera',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.9',
  ],
  [
    'Bing App',
    'iOS',
    'mobile',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/605.1.15 BingSapphire/29.6',
  ],
  [
    'PlayStation Browser',
    'PlayStation',
    'console',
    'Mozilla/5.0 (PLAYSTATION 3 4.90) AppleWebKit/531.22.8 (KHTML, like Gecko)',
  ],
];

describe('the device of a visitor', () => {
  it.each(samples)('is %s on %s, a %s', (browser, os, kind, userAgent) => {
    const event = eventAfter(pageview({}, { userAgent }), who, device);
    expect([event.browser, event.os, event.device]).toEqual([browser, os, kind]);
  });

  it('E22 is determined by the first 512 characters', () => {
    const [browser, os, kind, userAgent] = samples[0] ?? ['', '', '', ''];
    const long = userAgent.padEnd(512).slice(0, 512);
    expect(readUserAgent(`${long}${'(Windows NT; '.repeat(600)} Firefox/1.0 Googlebot`)).toEqual({
      kind: 'browser',
      browser,
      os,
      device: kind,
    });
  });

  it.each([
    'Mozilla/5.0 ('.repeat(600),
    `Mozilla/5.0 ${'a'.repeat(8192)}!`,
    `Mozilla/5.0 (Linux; Android ${'1.'.repeat(4000)}x)`,
    `${' '.repeat(8192)}x`,
    `Opera/${'9'.repeat(8192)}`,
    'version/'.repeat(1000),
    `iPhone${' OS 1_'.repeat(1300)}`,
    '\uD800\0\u2028'.repeat(2000),
    '__proto__',
    'constructor/1.0',
  ])('E22 has known values for hostile text %#', (userAgent) => {
    const agent = readUserAgent(userAgent);
    expect(devices).toContain(agent.device);
    expect(eventFields.browser.allows(agent.browser)).toBe(true);
    expect(agent.browser.length).toBeLessThan(40);
    expect(agent.os.length).toBeLessThan(40);
  });
});
