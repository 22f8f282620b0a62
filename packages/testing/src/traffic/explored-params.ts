/** From explorations to requests: every endpoint that can be queried, with values that occurred. */
import type { Happened } from '../reference/facts.ts';
import { dayMs } from '../reference/calendar.ts';
import type { Goal } from '../reference/goal.ts';
import { breakdownDefaults } from '../reference/breakdown.ts';
import { metricsOf, rowKind } from '../reference/breakdown-rows.ts';
import type { Params } from '../reference/params.ts';
import { seriesMetrics } from '../reference/series.ts';
import { utc } from '../reference/zone.ts';
import { factValue, kindOf, sessionDimensions, sessionValue } from '../reference/values.ts';
import type { Endpoint } from '../reference.ts';
import type { Exploration, GivenFilter, GivenStep } from './explorations.ts';
import { coarseEnough, rangeNear } from './range-near.ts';

export interface Request {
  endpoint: Endpoint;
  params: Params;
}

/** The subject of an exploration's requests. */
interface Explored {
  happened: Happened;
  goals: readonly Goal[];
}

const lists = ['pages', 'sources', 'events', 'campaigns', 'channels', 'devices', 'geo'] as const;
const eraMs = 2 * 365 * dayMs;
const ofGoal = ['conversions', 'conversionRate'];

/** Empty if the rules would reject the range. */
export function requestsAbout(explored: Explored, exploration: Exploration): Request[] {
  const { happened, goals } = explored;
  const { zone, compare, limit, minutes, name, within, steps } = exploration;
  const range = rangeOf(happened, exploration);
  if (!range) return [];
  const filter = exploration.filters.flatMap((given) => filterText(explored, given) ?? []);
  const narrowed: Params = {
    ...range,
    ...(zone === utc ? {} : { timezone: zone }),
    ...(filter.length > 0 ? { filter } : {}),
  };
  const granularity = coarseEnough(exploration.granularity, range);
  const compared: Params = { ...narrowed, ...defined({ compare }) };
  const type = happened.facts[exploration.from.pick % Math.max(happened.facts.length, 1)]?.type ?? 'signup';
  const step = steps.flatMap((given) => stepText(explored, given) ?? []);
  return [
    { endpoint: 'overview', params: narrowed },
    { endpoint: 'visitors', params: { ...narrowed, granularity } },
    ...lists.map((endpoint) => ({ endpoint, params: { ...narrowed, ...defined({ limit }) } })),
    { endpoint: 'ux-insights', params: narrowed },
    { endpoint: 'realtime', params: { ...(filter.length > 0 ? { filter } : {}), ...defined({ minutes }) } },
    { endpoint: 'breakdown', params: { ...compared, ...breakdownOf(exploration, goals) } },
    // The default metrics, which come from lists for many dimensions.
    { endpoint: 'breakdown', params: { ...compared, ...listOf(exploration, exploration.by) } },
    { endpoint: 'breakdown', params: { ...compared, ...listOf(exploration, ['path']) } },
    { endpoint: 'series', params: { ...compared, granularity, ...seriesOf(exploration, goals) } },
    { endpoint: 'goals', params: compared },
    { endpoint: 'properties', params: { ...narrowed, type, ...defined({ name, limit }) } },
    ...(step.length >= 2
      ? [{ endpoint: 'funnel' as const, params: { ...narrowed, step, ...defined({ within }) } }]
      : []),
    ...(granularity === 'hour' ? [] : [{ endpoint: 'retention' as const, params: { ...narrowed, granularity } }]),
  ];
}

function rangeOf({ facts }: Happened, { from, to, range, zone }: Exploration) {
  const timesMs = ofOneEra(facts.map((fact) => fact.timestampMs));
  const days = { snap: 'date', shiftMs: 0 } as const;
  if (range === 'near') return rangeNear({ from, to }, timesMs, zone);
  if (range === 'days') return rangeNear({ from: { ...from, ...days }, to: { ...to, ...days } }, timesMs, zone);
  return rangeNear(
    { from: { ...from, ...days, pick: 0 }, to: { ...to, ...days, pick: timesMs.length - 1 } },
    timesMs,
    zone,
  );
}

/** Old events sent with a public key count as received now: their times are years apart, more than a range may span. */
function ofOneEra(timesMs: readonly number[]): number[] {
  const middleMs = timesMs[Math.floor(timesMs.length / 2)] ?? 0;
  return timesMs.filter((timeMs) => Math.abs(timeMs - middleMs) < eraMs);
}

/** Returns the parameters without undefined ones. */
function defined(params: { [Name in keyof Params]: Params[Name] | undefined }): Params {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function breakdownOf(exploration: Exploration, goals: readonly Goal[]): Params {
  const { by } = exploration;
  const goal = goalOf(exploration, goals);
  const known = [...metricsOf[rowKind(by)], ...(goal ? ofGoal : [])];
  return {
    by: by.join(','),
    ...metricsParam(known, exploration.metrics),
    ...defined({ goal: goal?.goalId }),
    ...partOf(exploration, known),
  };
}

function listOf(exploration: Exploration, by: readonly string[]): Params {
  return { by: by.join(','), ...partOf(exploration, breakdownDefaults(by, false).metrics) };
}

/** The part of a list, in the order of one of the metrics. */
function partOf({ limit, offset, search, sort: rank, isDescending }: Exploration, metrics: readonly string[]): Params {
  const metric = rank === undefined ? undefined : metrics[rank % metrics.length];
  const sort = metric === undefined ? undefined : `${isDescending ? '-' : ''}${metric}`;
  return defined({ limit, offset, search, sort });
}

function seriesOf(exploration: Exploration, goals: readonly Goal[]): Params {
  const goal = goalOf(exploration, goals);
  return {
    ...metricsParam([...seriesMetrics, ...(goal ? ofGoal : [])], exploration.metrics),
    ...defined({ goal: goal?.goalId }),
  };
}

function goalOf({ goal: pick }: Exploration, goals: readonly Goal[]): Goal | undefined {
  return pick === undefined ? undefined : goals[pick % Math.max(goals.length, 1)];
}

function metricsParam(known: readonly string[], bits: number): Params {
  const chosen = known.filter((_, index) => (bits >> index) & 1);
  return chosen.length === 0 ? {} : { metrics: chosen.join(',') };
}

const hostile = ["it's", '%', '_', '\\', '"', "' OR 1=1 --", '\u0000', 'été', '{workspaceId:String}', ':is:', '🙂'];

/** Returns a filter as text; undefined if there is no value for it. */
function filterText({ happened, goals }: Explored, given: GivenFilter): string | undefined {
  const { dimension, operator, pick } = given;
  if (dimension === 'goal') {
    const goal = goals[pick % Math.max(goals.length, 1)];
    return goal && `goal:${operator.endsWith('_not') ? 'is_not' : 'is'}:${goal.goalId}`;
  }
  return `${dimension}:${operator}:${changed(valueOf(happened, dimension, pick), given)}`;
}

/** Returns a value of a session or of one of its events for the dimension; preferably one that is set. */
function valueOf({ sessions }: Happened, dimension: string, pick: number): string {
  const session = sessions[pick % Math.max(sessions.length, 1)];
  if (!session) return '';
  if (kindOf(dimension) === 'session') return sessionValue(dimension, session);
  const values = session.facts.map((fact) => factValue(dimension, fact)).filter((value) => value !== '');
  return values[pick % Math.max(values.length, 1)] ?? '';
}

function changed(whole: string, { value, from, length, operator, pick }: GivenFilter): string {
  if (value === 'none') return '';
  if (value === 'hostile') return hostile[pick % hostile.length] ?? '';
  if (value === 'whole' || operator.startsWith('is')) return whole;
  const characters = Array.from(whole);
  const isBeginning = operator === 'starts_with' && from > 1;
  const start = isBeginning ? 0 : from % Math.max(characters.length, 1);
  return characters.slice(start, start + length).join('');
}

/** Returns a step of a funnel: a goal, or a filter that is not about sessions. */
function stepText(explored: Explored, given: GivenStep): string | undefined {
  const { goals } = explored;
  if (typeof given === 'number') return goals[given % Math.max(goals.length, 1)]?.goalId;
  if (typeof given === 'string') return given;
  if (given.dimension === 'hostname') return undefined;
  return sessionDimensions.includes(given.dimension) ? undefined : filterText(explored, given);
}
