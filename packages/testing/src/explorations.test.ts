/** Random explorations find faults: each one, put into the reference on purpose, changes a result. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { minuteMs } from './reference/calendar.ts';
import type { Happened } from './reference/facts.ts';
import { narrowed } from './reference/filters.ts';
import type { Goal } from './reference/goal.ts';
import type { Params } from './reference/params.ts';
import { holds, readRange } from './reference/range.ts';
import type { Delivery } from './reference/sent.ts';
import { createReference, type Endpoint, type Narrow } from './reference.ts';
import { requestsOf } from './traffic.ts';
import { type ExploredScenario, exploredScenario } from './traffic/explorations.ts';
import { type Request, requestsAbout } from './traffic/explored-params.ts';
import { knownGoals } from './traffic/goals.ts';

/** Most faults are found in the first of these. */
const scenarios = 60;
/** The number of scenarios in which every endpoint returns rows. */
const scenariosRequested = 12;
/** Constant, so that rare bad luck fails no run; one that finds each fault soon. */
const seed = Number(process.env['FOOTFALL_PROPERTY_SEED'] ?? 3);
const noonMs = Date.UTC(2036, 2, 15, 12);
const goals: readonly Goal[] = knownGoals.map((goal, index) => ({ ...goal, goalId: `goal_${index}` }));

/** A wrong result: each fault changes one thing in a correct world. */
interface Fault {
  params?: (params: Params, endpoint: Endpoint) => Params;
  narrow?: Narrow;
  goals?: readonly Goal[];
  deliveries?: (deliveries: readonly Delivery[]) => Delivery[];
  /** The traffic that is known at the time of the request. */
  known?: (deliveries: readonly Delivery[], params: Params) => Delivery[];
}

const without = (params: Params, name: keyof Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([own]) => own !== name));

const otherZone: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'Europe/London',
  'America/New_York': 'America/Chicago',
  'Australia/Lord_Howe': 'Australia/Sydney',
  'Asia/Kathmandu': 'Asia/Kolkata',
};
/** The same offsets, but no clock ever changes. */
const winterZone: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'Etc/GMT-1',
  'America/New_York': 'Etc/GMT+5',
  'Australia/Lord_Howe': 'Etc/GMT-11',
};
const inZone =
  (zones: Readonly<Record<string, string>>) =>
  (params: Params): Params => {
    const other = zones[params.timezone ?? ''];
    return other === undefined ? params : { ...params, timezone: other };
  };

/** Applies each filter separately, and intersects the results. */
const eachByItself: Narrow = (happened, filters, known) =>
  filters.reduce((left: Happened, filter) => narrowed(left, [filter], known), happened);

/** Keeps everything that any of the filters keeps. */
const anyOfThem: Narrow = (happened, filters, known) => {
  const left = filters.map((filter) => narrowed(happened, [filter], known));
  const ids = new Set(left.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
  const facts = new Set(left.flatMap((one) => one.facts));
  return {
    sessions: happened.sessions.filter(({ id }) => ids.has(id)),
    facts: happened.facts.filter((fact) => facts.has(fact)),
  };
};

/** Filters on pages choose sessions, and all of their events count. */
const wholeSessions: Narrow = (happened, filters, known) => {
  const ids = new Set(narrowed(happened, filters, known).sessions.map(({ id }) => id));
  return {
    sessions: happened.sessions.filter(({ id }) => ids.has(id)),
    facts: happened.facts.filter(({ session }) => ids.has(session)),
  };
};

const filtersAs =
  (change: (filter: string) => string) =>
  (params: Params): Params =>
    params.filter ? { ...params, filter: params.filter.map(change) } : params;

const faults: Readonly<Record<string, Fault>> = {
  'a filter that is dropped': {
    params: (params) => (params.filter ? { ...params, filter: params.filter.slice(1) } : params),
  },
  'any of the filters in place of all': { narrow: anyOfThem },
  'conditions that several events may meet together': { narrow: eachByItself },
  'events elsewhere in a session that matches': { narrow: wholeSessions },
  'is_not read as is': { params: filtersAs((filter) => filter.replace(':is_not:', ':is:')) },
  'starts_with read as contains': { params: filtersAs((filter) => filter.replace(':starts_with:', ':contains:')) },
  'contains read as starts_with': { params: filtersAs((filter) => filter.replace(':contains:', ':starts_with:')) },
  'values cut at their first colon': {
    params: filtersAs((filter) =>
      filter.replace(/^(prop:.*?|[^:]*):(is|is_not|contains|contains_not|starts_with):([^:]*):.*$/s, '$1:$2:$3'),
    ),
  },
  'entry pages in place of exit pages': { params: filtersAs((filter) => filter.replace('exit_page:', 'entry_page:')) },
  'only what happened in the range is known of a session': {
    known: (deliveries, params) => {
      const range = readRange(params, noonMs);
      return deliveries.filter(({ event }) => typeof event.timestamp !== 'number' || holds(range, event.timestamp));
    },
  },
  'properties only of sign-ups': {
    deliveries: (all) =>
      all.map((one) => {
        const { props: _props, ...event } = one.event;
        return event.type === 'signup' ? one : { ...one, event };
      }),
  },
  'numbers distinguished from the same text': {
    deliveries: (all) =>
      all.map((one) => (one.event.props?.['seats'] === 3 ? { ...one, event: { ...one.event, props: {} } } : one)),
  },
  'a zone that differs by an hour or less': { params: inZone(otherZone) },
  'days of 24 hours whatever clocks do': { params: inZone(winterZone) },
  'no zone': { params: (params) => without(params, 'timezone') },
  'a month of weeks': {
    params: (params) => (params.granularity === 'month' ? { ...params, granularity: 'week' } : params),
  },
  'the year before in place of the range before': {
    params: (params) => (params.compare === 'previous' ? { ...params, compare: 'year' } : params),
  },
  'no offset': { params: (params) => without(params, 'offset') },
  'no search': { params: (params) => without(params, 'search') },
  'the smallest first': {
    params: (params) => ({ ...params, ...(params.sort ? { sort: params.sort.replace('-', '') } : {}) }),
  },
  'another goal': {
    goals: goals.map((goal, index) => ({ ...goal, ...goals[(index + 1) % goals.length], goalId: goal.goalId })),
  },
  'wildcards taken literally': {
    goals: goals.map((goal) => (goal.path ? { ...goal, path: goal.path.replaceAll('*', '?') } : goal)),
  },
  'goals without properties': { goals: goals.map(({ props: _props, ...goal }) => goal) },
  'goals without a value': { goals: goals.map(({ valueProp: _value, ...goal }) => goal) },
  'a funnel without its time': { params: (params) => without(params, 'within') },
  'a funnel in any order': {
    params: (params) => (params.step ? { ...params, step: params.step.toReversed() } : params),
  },
  'minutes that are ignored': {
    params: (params) => (params.minutes === undefined ? params : { ...params, minutes: '5' }),
  },
};

const worlds = fc.sample(exploredScenario, { numRuns: scenarios, seed }).map(once);

describe('random explorations', () => {
  it.each(Object.entries(faults))('find %s', (_what, fault) => {
    expect({ seed, isFound: worlds.some((world) => isFound(world(), fault)) }).toEqual({ seed, isFound: true });
  });

  it('use values that occur in the traffic', () => {
    const nothing = createReference([], goals);
    const all = worlds
      .slice(0, scenariosRequested)
      .map((world) => world())
      .flatMap(({ requests, right }) => requests.map((request) => ({ request, right })));
    const isFilled = (endpoint: Endpoint) =>
      all.some(
        ({ request, right }) =>
          request.endpoint === endpoint &&
          !isDeepStrictEqual(right(request), nothing.result(endpoint, request.params, nowMs)),
      );
    const endpoints = new Set(all.map(({ request }) => request.endpoint));
    expect([...endpoints].filter((endpoint) => !isFilled(endpoint))).toEqual([]);
  });
});

const nowMs = noonMs + 6 * minuteMs;

interface World {
  deliveries: readonly Delivery[];
  requests: readonly Request[];
  /** Returns the right result to one of the requests. */
  right: (request: Request) => object;
}

/** Computed on demand, and cached. */
function once(run: ExploredScenario): () => World {
  let world: World | undefined;
  return () => (world ??= worldOf(run));
}

/** Returns one of the workspaces, and all requests about it. */
function worldOf(run: ExploredScenario): World {
  const deliveries = requestsOf(run, noonMs)
    .first.filter(({ workspace }) => workspace === 0)
    .flatMap((planned) => planned.deliveries);
  const reference = createReference(deliveries, goals);
  const requests = run.explorations.flatMap((one) => requestsAbout({ happened: reference, goals }, one));
  const results = new Map<Request, object>();
  const right = (request: Request) => {
    const result = results.get(request) ?? reference.result(request.endpoint, request.params, nowMs);
    results.set(request, result);
    return result;
  };
  return { deliveries, requests, right };
}

function isFound({ deliveries, requests, right }: World, fault: Fault): boolean {
  const { params: change = (params: Params) => params, known, narrow } = fault;
  const own = fault.deliveries?.(deliveries) ?? deliveries;
  const faulty = createReference(own, fault.goals ?? goals, narrow);
  return requests.some((request) => {
    const { endpoint, params } = request;
    const requested = known ? createReference(known(own, params), goals) : faulty;
    return !isDeepStrictEqual(requested.result(endpoint, change(params, endpoint), nowMs), right(request));
  });
}
