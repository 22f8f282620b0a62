/** The reports of all processes in Redis: a hash for each subject and minute, with a field for each process. */
import { unavailable } from '@footfall/errors';
import { randomBytes } from 'node:crypto';
import { recentMinutes } from '../embedded/reports.ts';
import { reportMinutes, type Reports } from '../port.ts';
import type { Link } from './link.ts';

const lifetimeSeconds = (reportMinutes + 2) * 60;

/** `now` is epoch milliseconds. */
export function createRedisReports(link: Link, now: () => number): Reports {
  const process = randomBytes(6).toString('base64url');
  const keyOf = (subject: string, minute: number) => `reports:${subject}:${minute}`;
  return {
    async put(subject, minute, text) {
      const key = keyOf(subject, minute);
      await link.run((redis) => redis.multi().hset(key, process, text).expire(key, lifetimeSeconds).exec());
    },
    async recent(subject) {
      const read = link.run((redis) =>
        Promise.all(recentMinutes(now()).map((minute) => redis.hvals(keyOf(subject, minute)))),
      );
      const texts = await read.catch((cause: unknown) => {
        throw unavailable('Reports cannot be read', { cause });
      });
      return texts.flat();
    },
  };
}
