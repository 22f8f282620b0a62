/** A process in which the first commit of a day fails, because the given small disk is full. Prints as JSON the result of that commit, and the session to which it then assigned a visitor before and after it opened the state again. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbDirectory } from '@footfall/data-directory';
import { minuteMs } from '@footfall/schemas';
import { openEmbeddedState } from '../embedded.ts';

const [, , disk = ''] = process.argv;
const ballast = join(disk, 'ballast');
let nowMs = Date.UTC(2026, 2, 1, 23, 50);

async function open() {
  const log = await openLmdbDirectory(join(disk, 'log'), { freeBytesMin: 0 });
  const events = log.root.openDB<Uint8Array, number>('events', { encoding: 'binary' });
  const { sessions } = await openEmbeddedState(join(disk, 'state'), { now: () => nowMs, log });
  return {
    close: () => log.close(),
    /** Assigns a visitor, and stores the session together with an event of so many `bytes`. */
    async assign(visitorId: string, bytes = 0): Promise<string | undefined> {
      const [assigned] = await sessions.assign([{ workspaceId: 'ws_0000000000000001', visitorId, timestamp: nowMs }]);
      await log.write(() => void events.put(nowMs, Buffer.alloc(bytes)));
      return assigned?.sessionId;
    },
  };
}

const first = await open();
await first.assign('another visitor');
nowMs += 20 * minuteMs;
writeFileSync(ballast, Buffer.alloc(2 << 20));
const failure: unknown = await first.assign('another visitor', 2 << 20).catch((error: unknown) => error);
rmSync(ballast);
const before = await first.assign('visitor');
await first.close();

const second = await open();
nowMs += 20 * minuteMs;
await second.assign('another visitor');
const after = await second.assign('visitor');
await second.close();
process.stdout.write(JSON.stringify({ failed: failure instanceof Error, before, after }));
