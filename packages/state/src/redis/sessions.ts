/** Sessions in Redis: read, decide, and write the decision only if nothing it depends on has changed meanwhile. */
import { GroupCommit } from '@footfall/data-directory';
import { unavailable } from '@footfall/errors';
import type { AssignedVisit, Sessions, Visit } from '../port.ts';
import type { Link } from './link.ts';
import { defineScript, runScript } from './script.ts';
import { decide, type Decision, keysOf } from './session-memory.ts';

/** The number of visits assigned at once. One group at a time, so that a process never conflicts with itself. */
const visitsAtOnceMax = 1_000;
/** The maximum number of attempts; in each, one of the processes that change the same visitors succeeds. */
const attemptsMax = 50;

/** Writes all changes if every key still has the expected value; otherwise none, and returns the changed keys, by their number, with their values. */
const compareAndSet = defineScript(`
  local others = {}
  for i, key in ipairs(KEYS) do
    local value = redis.call('GET', key) or ''
    if value ~= ARGV[3 * i - 2] then
      others[#others + 1] = i
      others[#others + 1] = value
    end
  end
  if #others > 0 then return others end
  for i, key in ipairs(KEYS) do
    if ARGV[3 * i - 1] ~= '' then redis.call('SET', key, ARGV[3 * i - 1], 'PX', ARGV[3 * i]) end
  end
  return others
`);

/** One call of `assign`, which waits for its commit. */
interface Call {
  readonly visits: readonly Visit[];
  /** Empty until it is committed. */
  assigned: AssignedVisit[];
}

export function createRedisSessions(link: Link): Sessions {
  async function assignGroup(group: readonly Call[]): Promise<void> {
    const visits = group.flatMap((call) => call.visits);
    const assigned = await assign(link, visits);
    let from = 0;
    for (const call of group) call.assigned = assigned.slice(from, (from += call.visits.length));
  }

  const commits = new GroupCommit<Call>(assignGroup, startGroup);
  return {
    async assign(visits) {
      const call: Call = { visits, assigned: [] };
      await commits.add(call).catch((cause: unknown) => {
        throw unavailable('Sessions cannot be assigned at the moment: send visitorId and sessionId, or try again', {
          cause,
        });
      });
      return call.assigned;
    },
  };
}

function startGroup(): (call: Call) => boolean {
  let count = 0;
  return ({ visits }) => (count += visits.length) <= visitsAtOnceMax;
}

async function assign(link: Link, visits: readonly Visit[]): Promise<AssignedVisit[]> {
  const known = new Map<string, string>();
  await read(link, new Set(visits.flatMap(keysOf)), known);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const decision = decide(visits, known);
    if (decision.missing.size > 0) {
      await read(link, decision.missing, known);
    } else if (decision.changes.size === 0 || (await write(link, decision, known))) {
      return decision.assigned;
    }
  }
  throw new Error('other processes changed the same visitors at each attempt');
}

/** Reads the values of `keys` into `known`. */
async function read(link: Link, keys: ReadonlySet<string>, known: Map<string, string>) {
  if (keys.size === 0) return;
  const values = await link.run((redis) => redis.mget([...keys]));
  for (const [index, key] of [...keys].entries()) known.set(key, values[index] ?? '');
}

/** Returns true if the changes were written; if not, the conflicting values have been read into `known`. */
async function write(link: Link, { changes, used }: Decision, known: Map<string, string>) {
  const keys = [...used];
  const values = keys.flatMap((key) => {
    const change = changes.get(key);
    return [known.get(key) ?? '', change?.value ?? '', change?.lifetimeMs ?? 0];
  });
  const others = await link.run((redis) => runScript(redis, compareAndSet, keys, values));
  if (!Array.isArray(others)) throw new Error('the script did not return a list');
  for (let index = 0; index < others.length; index += 2) {
    known.set(keys[Number(others[index]) - 1] ?? '', String(others[index + 1]));
  }
  return others.length === 0;
}
