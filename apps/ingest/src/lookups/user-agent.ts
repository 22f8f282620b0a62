/** Parses user agents: bot, program or browser; the browser, operating system and kind of device. */
import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { Device } from '@footfall/schemas';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { copyOf } from './copy-of.ts';
import { looksAutomatic, namesBot, namesLibrary } from './known-bots.ts';

/** `bot`: a known bot or headless browser. `program`: an HTTP library, or a program that resembles one or a bot. `app`: a program with another name. `browser`: a browser, or a user agent that does not identify itself. */
type AgentKind = 'bot' | 'program' | 'app' | 'browser';

export interface Agent {
  kind: AgentKind;
  /** Without version; `Unknown` if it is not recognized. */
  browser: string;
  /** Without version; `Unknown` if it is not recognized. */
  os: string;
  device: Device;
}

/** The maximum length that is parsed. The rest has no useful information, and would let hostile clients waste time. */
const userAgentCharsMax = 512;
const agentsMax = 10_000;
const agents = new LRUCache<string, Agent>({ max: agentsMax });

const unknown = 'Unknown';
const unknownAgent: Agent = { kind: 'browser', browser: unknown, os: unknown, device: 'other' };

/** Bots that isbot does not distinguish from browsers. */
const furtherBots = /TSM-turingos|GTmetrix|Miniature\.io\/|\bYLT Chrome\/|\bjsdom\//;
/** Browsers that isbot classifies as programs, because their user agents are short. */
const textBrowser = /^(?:w3m\/|Lynx\/|E?Links[/ ])/;

/** Bowser's names that are replaced. All its other names are kept; a name that is not in its list becomes `Unknown`. */
const browserNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'NAVER Whale Browser': 'Whale',
  'WebOS Browser': 'webOS Browser',
  'Google Search': 'Google App',
  'Opera Coast': 'Opera',
  'Opera Touch': 'Opera',
  Miui: 'Mi Browser',
};
const osNames: Readonly<Record<string, string>> = { WebOS: 'webOS', 'PlayStation 4': 'PlayStation' };
const knownBrowsers: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP).map(String));
const knownSystems: ReadonlySet<string> = new Set(Object.values(OS_MAP).map(String));
const devices: Readonly<Record<string, Device>> = { desktop: 'desktop', mobile: 'mobile', tablet: 'tablet', tv: 'tv' };
const desktopSystems: ReadonlySet<string> = new Set(['Windows', 'macOS', 'Linux', 'Chrome OS', 'FreeBSD', 'OpenBSD']);

/** Patterns that bowser does not recognize; in each of the three lists, the first match counts. */
const browserSigns: readonly (readonly [RegExp, string])[] = [
  [/OculusBrowser\//, 'Oculus Browser'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/NintendoBrowser\//, 'Nintendo Browser'],
  [/PlayStation/i, 'PlayStation Browser'],
  // Bowser reads it as `GSA`, the Google app.
  [/ BingSapphire\//, 'Bing App'],
  [/ DuckDuckGo\/\d/, 'DuckDuckGo'],
  [/ Brave\/\d/, 'Brave'],
  [/^w3m\//, 'w3m'],
  [/^Lynx\//, 'Lynx'],
  [/^Links[/ ]/, 'Links'],
  [/^ELinks[/ ]/, 'ELinks'],
];
const osSigns: readonly (readonly [RegExp, string])[] = [
  [/\bXbox\b/, 'Xbox'],
  [/PlayStation/i, 'PlayStation'],
  [/Nintendo/, 'Nintendo'],
  [/Apple Watch|\bWatch OS\b/, 'watchOS'],
  [/AppleTV|Apple TV/, 'tvOS'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/KAIOS\//i, 'KaiOS'],
  [/\bFreeBSD\b/, 'FreeBSD'],
  [/\bOpenBSD\b/, 'OpenBSD'],
  [/\bNetBSD\b/, 'NetBSD'],
];
const deviceSigns: readonly (readonly [RegExp, Device])[] = [
  [/\bXbox\b|PlayStation|Nintendo/i, 'console'],
  [/Apple Watch|\bWatch OS\b|\bWear(?:OS)?\b|\bSM-R\d{3}|OculusBrowser\/|\bPico (?:Neo|4)/, 'wearable'],
  [
    /\bBRAVIA\b|\bAFT[A-Z0-9]{1,6}\b|Chromecast|\bCrKey\/|Google ?TV|Android ?TV|SMART-?TV|SmartTV|HbbTV|NetCast|Apple ?TV|\bRoku\b|\bMi(?:TV|BOX)|\bVIDAA\b|\bWeb0S\b/i,
    'tv',
  ],
  [/MediaPad|MatePad|\bTablet\b/, 'tablet'],
];

/** Parses a User-Agent header. Never throws; an empty one is unknown, not a bot. */
export function readUserAgent(userAgent: string): Agent {
  if (userAgent === '') return unknownAgent;
  const text = userAgent.slice(0, userAgentCharsMax);
  let agent = agents.get(text);
  if (!agent) {
    agent = readText(text);
    agents.set(copyOf(text), agent);
  }
  return agent;
}

function readText(text: string): Agent {
  const { browser: named, os: system, platform } = parse(text);
  const os = sign(osSigns, text) ?? nameOf(system.name ?? '', osNames, knownSystems);
  const browser = sign(browserSigns, text) ?? nameOf(named.name ?? '', browserNames, knownBrowsers);
  const device = sign(deviceSigns, text) ?? deviceOf(platform.type ?? '', os);
  return { kind: kindOf(text), browser, os, device };
}

function kindOf(text: string): AgentKind {
  if (furtherBots.test(text)) return 'bot';
  const isLibrary = namesLibrary(text);
  if (!isLibrary && !isbot(text)) return 'browser';
  if (namesBot(text)) return 'bot';
  if (textBrowser.test(text)) return 'browser';
  return isLibrary || looksAutomatic(text) ? 'program' : 'app';
}

function sign<Value>(signs: readonly (readonly [RegExp, Value])[], text: string): Value | undefined {
  return signs.find(([pattern]) => pattern.test(text))?.[1];
}

function nameOf(name: string, renamed: Readonly<Record<string, string>>, known: ReadonlySet<string>): string {
  if (Object.hasOwn(renamed, name)) return renamed[name] ?? unknown;
  return known.has(name) ? name : unknown;
}

function deviceOf(platform: string, os: string): Device {
  const device = Object.hasOwn(devices, platform) ? devices[platform] : undefined;
  return device ?? (desktopSystems.has(os) ? 'desktop' : 'other');
}
