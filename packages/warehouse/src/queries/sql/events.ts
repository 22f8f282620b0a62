/** The rows of `events` that a question is about, and the order among them. SQL text; values come as parameters. */
import type { ParameterValue } from '../../driver/port.ts';
import { hourMs, type Range } from './range.ts';

export const ofWorkspace = 'workspace_id = {workspaceId:String}';

export const rangeStart = "fromUnixTimestamp64Milli({startMs:Int64}, 'UTC')";
const rangeEnd = "fromUnixTimestamp64Milli({endMs:Int64}, 'UTC')";

/** The workspace's events in the range. The hours say nothing new, but only they prune: the table is ordered by hour. */
export const inRange = `${ofWorkspace}
  AND toStartOfHour(timestamp) >= toStartOfHour(${rangeStart})
  AND toStartOfHour(timestamp) <= toStartOfHour(${rangeEnd})
  AND timestamp >= ${rangeStart}
  AND timestamp < ${rangeEnd}`;

/** Whether the event is a pageview. */
export const isPageview = "type = '$pageview'";

/** Whether the event's type is a custom one. */
export const isCustom = "NOT startsWith(type, '$')";

/** Clicks that went wrong. */
export const isDeadClick = "type = '$dead_click'";
export const isRageClick = "type = '$rage_click'";

/** A page view is left once: what it sends later is continued, and adds to the sums only. */
const isLeave = "type = '$pageleave'";
export const isTimed = `${isLeave} AND engaged_ms >= 0`;
export const isScrolled = `${isLeave} AND scroll_depth >= 0`;

/**
 * The order of events in time; those of one millisecond in the order of their arrival. One number of 127 bits: 44 of
 * `timestamp`, 44 of `received_at`, 16 of `request_index`, and 23 of a hash of the id, which order what no other figure does.
 */
export const arrivalOrder = `bitOr(
  bitOr(
    bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 83),
    bitShiftLeft(toUInt128(toUnixTimestamp64Milli(received_at)), 39)),
  toUInt128(bitOr(bitShiftLeft(toUInt64(request_index), 23), bitShiftRight(cityHash64(id), 41))))`;

/** The same, with every pageview before all else: the least of a session is the event that gives it its attributes. */
export const attributeOrder = `bitOr(bitShiftLeft(toUInt128(NOT (${isPageview})), 127), ${arrivalOrder})`;

/** End of the times whose hours the table's order can tell, from 1970 on; no event lies outside. */
const knownHoursEndMs = Math.floor((2 ** 32 * 1000) / hourMs) * hourMs;
/** The time, or the nearest that the engine has. */
export const withinKnownHours = (epochMs: number) => Math.min(Math.max(epochMs, 0), knownHoursEndMs - hourMs);

/** Values of the parameters that the text above uses. */
export function bindRange(workspaceId: string, range: Range): Record<string, ParameterValue> {
  return { workspaceId, startMs: withinKnownHours(range.startMs), endMs: withinKnownHours(range.endMs) };
}
