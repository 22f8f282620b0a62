/** The rows of `events` that a query is about, and the order among them. SQL text; the workspace is a parameter. */
import { hourMs } from '@footfall/schemas';
import { clickhouseTime } from '../../driver/time.ts';
import type { Range } from '../time/range.ts';

export const ofWorkspace = 'workspace_id = {workspaceId:String}';

/** Returns a time as text, for comparisons with columns: the engine takes longer to plan a function call. */
const textOf = (epochMs: number) => clickhouseTime(withinKnownHours(epochMs));
export const timeOf = (epochMs: number) => `'${textOf(epochMs)}'`;
const hourOf = (epochMs: number) => `'${textOf(epochMs).slice(0, 'YYYY-MM-DD hh'.length)}:00:00'`;
export const dayOf = (epochMs: number) => `'${textOf(epochMs).slice(0, 'YYYY-MM-DD'.length)}'`;

/** Returns the condition that a time is in the range. */
export const isIn = (time: string, { startMs, endMs }: Range) =>
  `(${time} >= ${timeOf(startMs)} AND ${time} < ${timeOf(endMs)})`;

/** The workspace's events in one of the ranges. The conditions on hours are redundant, but only they prune: the table is ordered by hour. */
export function inRange(...ranges: readonly Range[]): string {
  const hour = 'toStartOfHour(timestamp)';
  const conditions = ranges.map(
    (range) =>
      `${hour} >= ${hourOf(range.startMs)} AND ${hour} <= ${hourOf(range.endMs)} AND ${isIn('timestamp', range)}`,
  );
  return `${ofWorkspace} AND (${conditions.join(' OR ')})`;
}

/** The type of pageviews. */
export const pageview = "'$pageview'";
/** The condition that the event is a pageview. */
export const isPageview = `type = ${pageview}`;

/** The condition that the event's type is a custom one. */
export const isCustom = "NOT startsWith(type, '$')";

/** The conditions that the event is a dead or a rage click. */
export const isDeadClick = "type = '$dead_click'";
export const isRageClick = "type = '$rage_click'";

/** A pageview is left once. Its later `$pageleave` events are `continued` and add to the sums only. */
const isLeave = "type = '$pageleave'";
export const isTimed = `${isLeave} AND engaged_ms >= 0`;
export const isScrolled = `${isLeave} AND scroll_depth >= 0`;

/**
 * The order of events in time; those of one millisecond in the order of their arrival. One number of 127 bits: 44 of
 * `timestamp`, 44 of `received_at`, 16 of `request_index`, and 23 of a hash of the ID, which decides any remaining tie.
 */
export const arrivalOrder = `bitOr(
  bitOr(
    bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 83),
    bitShiftLeft(toUInt128(toUnixTimestamp64Milli(received_at)), 39)),
  toUInt128(bitOr(bitShiftLeft(toUInt64(request_index), 23), bitShiftRight(cityHash64(id), 41))))`;

/** The same order with all pageviews first. The first event of a session in this order determines its attributes. */
export const attributeOrder = `bitOr(bitShiftLeft(toUInt128(NOT (${isPageview})), 127), ${arrivalOrder})`;

/** The end of the times, from 1970 on, whose hours the table's order distinguishes; no event lies outside. */
const knownHoursEndMs = Math.floor((2 ** 32 * 1000) / hourMs) * hourMs;
/** The time, or the nearest one that the engine can store. */
export const withinKnownHours = (epochMs: number) => Math.min(Math.max(epochMs, 0), knownHoursEndMs - hourMs);
