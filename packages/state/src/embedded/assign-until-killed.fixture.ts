/**
 * A process that assigns many concurrent visits in the given folder, and prints each result and a salt once they are
 * durable: as soon as they are assigned or, if the folder of a log is given, once a later write is in that log.
 */
import { openLmdbDirectory } from '@footfall/data-directory';
import { openEmbeddedState } from '../embedded.ts';

const callersAtOnce = 8;
const [, , path = '', logPath] = process.argv;
const log = logPath === undefined ? undefined : await openLmdbDirectory(logPath);
const events = log?.root.openDB<string, number>('events', { encoding: 'string' });
const state = await openEmbeddedState(path, { now: Date.now, log });
let next = 0;

async function assignOn(): Promise<never> {
  for (;;) {
    const timestamp = Date.UTC(2026, 2, 1) + 1_000 * next++;
    const visitorId = String(timestamp % 7_000);
    const [assigned] = await state.sessions.assign([{ workspaceId: 'ws_0000000000000001', visitorId, timestamp }]);
    await log?.write(() => void events?.put(timestamp, assigned?.sessionId ?? ''));
    const salt = await state.salts.salt('2026-03-01');
    const line = `${JSON.stringify({ visitorId, timestamp, sessionId: assigned?.sessionId, salt })}\n`;
    // Not with writeSync, which fails if the reader is slow.
    await new Promise((resolve) => process.stdout.write(line, resolve));
  }
}

await Promise.all(Array.from({ length: callersAtOnce }, assignOn));
