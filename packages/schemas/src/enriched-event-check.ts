/** A quick check for enriched events as ingest writes them: zod copies each one, which takes a fifth of the time to store it. */
import { devices, type EnrichedEvent, epochMsMax, requestIndexMax, timestampSources } from './enriched-event.ts';
import { propLimits } from './props.ts';

type Check = (value: unknown) => boolean;

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const hash64 = /^[0-9a-f]{16}$/;
const timestampSourceSet: ReadonlySet<unknown> = new Set(timestampSources);
const deviceSet: ReadonlySet<unknown> = new Set(devices);

const isText: Check = (value) => typeof value === 'string' && value.isWellFormed();
const isFilled: Check = (value) => isText(value) && value !== '';
const isHash64: Check = (value) => typeof value === 'string' && hash64.test(value);
const isIntegerUpTo = (max: number, value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
const isEpochMs: Check = (value) => isIntegerUpTo(epochMsMax, value);

const checks: { readonly [Field in keyof EnrichedEvent]: Check } = {
  v: (value) => value === 1,
  id: (value) => typeof value === 'string' && guid.test(value),
  workspaceId: isFilled,
  type: isFilled,
  timestamp: isEpochMs,
  receivedAt: isEpochMs,
  timestampSource: (value) => timestampSourceSet.has(value),
  requestIndex: (value) => isIntegerUpTo(requestIndexMax, value),
  visitorId: isHash64,
  sessionId: isHash64,
  derived: (value) => typeof value === 'boolean',
  hostname: isText,
  path: isText,
  title: isText,
  source: isText,
  utmSource: isText,
  utmMedium: isText,
  utmCampaign: isText,
  utmTerm: isText,
  utmContent: isText,
  channel: isText,
  adPlatform: isText,
  browser: isText,
  os: isText,
  device: (value) => deviceSet.has(value),
  country: (value) => typeof value === 'string' && value.length === 2 && value.isWellFormed(),
  city: isText,
  scrollDepth: (value) => value === null || isIntegerUpTo(10_000, value),
  engagedMs: (value) => value === null || isIntegerUpTo(86_400_000, value),
  continued: (value) => typeof value === 'boolean',
  props: isProps,
};
const fields = Object.entries(checks);

/** Returns true only for values that `enrichedEventSchema` accepts unchanged; for all others that schema describes the problem. */
export function isEnrichedEvent(value: unknown): value is EnrichedEvent {
  if (!isObject(value) || Object.keys(value).length !== fields.length) return false;
  for (const [name, check] of fields) if (!check(value[name])) return false;
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isProps(value: unknown): boolean {
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  return entries.length <= propLimits.propsMax && entries.every(([key, prop]) => isKey(key) && isProp(prop));
}

function isKey(key: string): boolean {
  return key.length <= propLimits.propKeyCharsMax && key.isWellFormed();
}

function isProp(prop: unknown): boolean {
  if (typeof prop === 'string') return prop.length <= propLimits.propValueCharsMax && prop.isWellFormed();
  return typeof prop === 'boolean' || Number.isFinite(prop);
}
