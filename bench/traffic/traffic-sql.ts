/**
 * Lifelike traffic as one INSERT SELECT in ClickHouse: every figure is a hash of the seed and the session's
 * number, so that the same seed always produces the same events, in any chunks.
 */
import { devices } from '@footfall/schemas';

/** The distribution of sessions over workspaces: each has a number of slots proportional to its share. */
export interface Cast {
  /** The index of the workspace of each slot. Session n is in slot n modulo the number of slots. */
  slots: readonly number[];
}

/** One workspace has 70 % of the sessions, three share the rest. */
export const severalWorkspaces: Cast = { slots: [0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0, 2, 0, 0, 1, 0, 0] };
export const oneWorkspace: Cast = { slots: [0] };
/** Another workspace, in addition. */
export const otherWorkspace: Cast = { slots: [3] };

const workspacesMax = 4;
/** Returns the ID of the workspace with an index. */
export const workspaceId = (index: number) => `ws_bench00000000000${index}`;
const workspaceIds = Array.from({ length: workspacesMax }, (_, index) => workspaceId(index));

const viewsMax = 12;
/** The longest time on a page and on the way to the next. */
const viewMsMax = 125_000;
/** No session is longer. */
export const sessionMsMax = viewsMax * viewMsMax;
/** The mean per session: 1.7 views, each with a pageview and a leave, every fifth with an event in between. */
export const eventsPerSession = 3.79;

const dayMs = 86_400_000;
export const returningShare = 0.25;
export const anotherViewShare = 0.42;
export const typesOnPage = ['$click', '$dead_click', '$rage_click', '$outbound_link', 'signup', 'purchase'];
export const channels = [
  'Organic Search',
  'Direct',
  'Referral',
  'Organic Social',
  'Paid Search',
  'Email',
  'Unassigned',
];
export const browsers = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet', 'Opera'];
export const systems = ['Windows', 'iOS', 'Android', 'macOS', 'Linux'];
const countries = 60;
const citiesOfCountry = 38;

/** Returns 64 bits that depend only on `seed` (an expression) and on a name. */
const bits = (seed: string, name: string) => `cityHash64(${seed}, '${name}')`;
/** Returns the same as a number in [0, 1). */
const unit = (seed: string, name: string) => `bitShiftRight(${bits(seed, name)}, 11) / 9007199254740992`;
/** Returns a rank from 0 to `count` - 1, rank r with a weight of about 1 / (r + 1): few are common, most are rare. */
const zipf = (seed: string, name: string, count: number) =>
  `toUInt32(floor(exp(${unit(seed, name)} * log(${count + 1})) - 1))`;
const texts = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;
const oneOf = (seed: string, name: string, values: readonly string[]) =>
  `toLowCardinality(${texts(values)}[1 + ${zipf(seed, name, values.length)}])`;

/** Returns a derived ID, which begins with the day in 12 bits; IDs of returning visitors do not. */
const ofDay = (id: string) =>
  `if({lastsOneDay:Bool}, bitOr(bitShiftLeft(toUInt64(day % 4096), 52), bitShiftRight(${id}, 12)), ${id})`;

/** Returns the index of a slot among the slots of its workspace, and the number of those slots. */
const ranks = ({ slots }: Cast) =>
  slots.map((workspace, slot) => slots.slice(0, slot).filter((each) => each === workspace).length);
const shares = ({ slots }: Cast) => slots.map((workspace) => slots.filter((each) => each === workspace).length);

/** Returns `{sessions}` sessions from `{firstSession}` on, with the attributes drawn for each; location and device depend on the visitor. */
function sessions(cast: Cast): string {
  const slot = `1 + number % ${cast.slots.length}`;
  return `
    SELECT
      cityHash64({seed:UInt64}, number) AS draw,
      [${cast.slots.join(', ')}][${slot}] AS workspace,
      intDiv(number, ${cast.slots.length}) * [${shares(cast).join(', ')}][${slot}] + [${ranks(cast).join(', ')}][${slot}] AS visit,
      {startMs:Int64} + toInt64(number * {stepMs:Float64}) AS started_ms,
      toUInt64(intDiv(started_ms, ${dayMs})) AS day,
      toUInt64((started_ms % ${dayMs}) / {stepMs:Float64} * [${shares(cast).join(', ')}][${slot}] / ${cast.slots.length}) AS visits_of_day,
      if({lastsOneDay:Bool}, least(visits_of_day, visit), visit) AS visits_before,
      visit - if(${unit('draw', 'returns')} < ${returningShare}, toUInt64(floor(${unit('draw', 'who')} * visits_before)), 0) AS first_visit,
      ${ofDay(`cityHash64({seed:UInt64}, workspace, first_visit, 'visitor', if({lastsOneDay:Bool}, day, 0))`)} AS visitor_id,
      ${ofDay(bits('draw', 'session'))} AS session_id,
      ${unit('draw', 'has campaign')} < 0.12 AS has_campaign,
      ${zipf('draw', 'campaign', 40)} AS campaign,
      ${zipf('draw', 'source', 620)} AS source_rank,
      toLowCardinality(if(source_rank = 0, 'Direct', concat('site-', toString(source_rank), '.example'))) AS source,
      toLowCardinality(if(has_campaign, concat('source-', toString(campaign % 8)), '')) AS utm_source,
      toLowCardinality(if(has_campaign, 'cpc', '')) AS utm_medium,
      toLowCardinality(if(has_campaign, concat('campaign-', toString(campaign)), '')) AS utm_campaign,
      ${oneOf('draw', 'channel', channels)} AS channel,
      toLowCardinality(if(has_campaign AND ${unit('draw', 'is ad')} < 0.5, 'Google Ads', '')) AS ad_platform,
      ${oneOf('visitor_id', 'browser', browsers)} AS browser,
      ${oneOf('visitor_id', 'os', systems)} AS os,
      ${oneOf('visitor_id', 'device', devices)} AS device,
      ${zipf('visitor_id', 'country', countries)} AS country_rank,
      toLowCardinality(concat(char(65 + country_rank % 26), char(65 + intDiv(country_rank, 26)))) AS country,
      toLowCardinality(if(${unit('visitor_id', 'has city')} < 0.9, concat('City ', toString(country_rank + ${countries} * ${zipf('visitor_id', 'city', citiesOfCountry)})), '')) AS city,
      least(${viewsMax}, 1 + toUInt32(floor(log(1 - ${unit('draw', 'views')}) / log(${anotherViewShare})))) AS views,
      arrayMap(view -> 1000 + cityHash64(draw, view, 'on page') % 120000, range(views)) AS on_page_ms,
      arrayMap(view -> cityHash64(draw, view, 'between') % 4000, range(views)) AS between_ms
    FROM numbers({firstSession:UInt64}, {sessions:UInt64})`;
}

/** Returns the events of each view of each session: a pageview, occasionally an event on the page, and the leave. */
function events(cast: Cast): string {
  return `
    SELECT *, cityHash64(draw, step) AS event_draw, cityHash64(draw, intDiv(step, 3)) AS view_draw, step % 3 AS part,
      started_ms + arraySum(arraySlice(on_page_ms, 1, intDiv(step, 3))) + arraySum(arraySlice(between_ms, 1, intDiv(step, 3)))
        + if(part = 0, 0, on_page_ms[1 + intDiv(step, 3)]) + if(part = 2, between_ms[1 + intDiv(step, 3)], 0) AS happened_ms,
      multiIf(part = 0, '$pageview', part = 2, '$pageleave', ${texts(typesOnPage)}[1 + ${zipf('event_draw', 'type', typesOnPage.length)}]) AS type,
      toString(${zipf('view_draw', 'page', 2_000)}) AS page
    FROM (${sessions(cast)})
    ARRAY JOIN range(views * 3) AS step
    WHERE (part != 1 OR ${unit('view_draw', 'acts')} < 0.2)
      AND happened_ms >= {fromMs:Int64} AND happened_ms < least({toMs:Int64}, {endMs:Int64})`;
}

/**
 * Inserts into partition `{partition}` the events that happen in [`{fromMs}`, `{toMs}`), in the order of time, at offsets from `{offset}` on.
 * With `{lastsOneDay}` visitors return only within a day, and visitors and sessions are derived.
 * Each event is the only one of its request, as with trackers, and arrives when it happens. Events after `{endMs}` are omitted. `{stepMs}` is the time between the starts of two sessions.
 */
export const insertTraffic = (cast: Cast) => `
  INSERT INTO events
  SELECT 'generated', {partition:UInt16}, {offset:UInt64} + rowNumberInAllBlocks(), ${texts(workspaceIds)}[1 + workspace],
    reinterpretAsUUID(concat(reinterpretAsString(${bits('event_draw', 'id')}), reinterpretAsString(event_draw))),
    type, fromUnixTimestamp64Milli(happened_ms, 'UTC'), fromUnixTimestamp64Milli(happened_ms, 'UTC'), 'client',
    visitor_id, session_id, 'www.example.com', concat('/page/', page), if(part = 0, concat('Page ', page), ''),
    source, utm_source, utm_medium, utm_campaign, '', '', channel, ad_platform, browser, os, device, country, city,
    if(part = 2, toInt16(${bits('event_draw', 'scroll')} % 10001), -1), if(part = 2, toInt32(${bits('event_draw', 'engaged')} % 120000), -1),
    false, '{}', 0, {lastsOneDay:Bool}
  FROM (SELECT * FROM (${events(cast)}) ORDER BY happened_ms, event_draw)`;
