/** A process that places visits in the given folder, many at once, and prints each result, and a salt, once they are durable. */
import { openEmbeddedState } from '../embedded.ts';

const callersAtOnce = 8;
const [, , path = ''] = process.argv;
const state = await openEmbeddedState(path, { now: Date.now });
let next = 0;

async function placeOn(): Promise<never> {
  for (;;) {
    const timestamp = Date.UTC(2026, 2, 1) + 1_000 * next++;
    const visitorId = String(timestamp % 7_000);
    const [placed] = await state.sessions.place([{ workspaceId: 'ws_0000000000000001', visitorId, timestamp }]);
    const salt = Buffer.from(await state.salts.salt('2026-03-01')).toString('hex');
    const line = `${JSON.stringify({ visitorId, timestamp, sessionId: placed?.sessionId, salt })}\n`;
    // Not with writeSync, which fails if the reader is slow.
    await new Promise((resolve) => process.stdout.write(line, resolve));
  }
}

await Promise.all(Array.from({ length: callersAtOnce }, placeOn));
