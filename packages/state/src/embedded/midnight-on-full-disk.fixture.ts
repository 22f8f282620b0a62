/**
 * A process whose first commit of a day fails, because the given small disk is full. Prints as JSON whether it failed, and the
 * sessions of a new visitor and of one who had another ID the day before: as assigned then, and after the state was opened again.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbDirectory } from '@footfall/data-directory';
import { minuteMs } from '@footfall/schemas';
import { openEmbeddedState } from '../embedded.ts';
import type { Visit } from '../port.ts';

const [, , disk = ''] = process.argv;
const ballast = join(disk, 'ballast');
/** A visitor, with the ID of the day before if it had one. */
type Visitor = Pick<Visit, 'visitorId' | 'previousVisitorId'>;
const another = { visitorId: 'another visitor' };
const today = { visitorId: 'today' };
const visitor = { visitorId: 'visitor' };
let nowMs = Date.UTC(2026, 2, 1, 23, 50);

async function open() {
  const log = await openLmdbDirectory(join(disk, 'log'), { freeBytesMin: 0 });
  const events = log.root.openDB<Uint8Array, number>('events', { encoding: 'binary' });
  const { sessions } = await openEmbeddedState(join(disk, 'state'), { now: () => nowMs, log });
  return {
    close: () => log.close(),
    /** Assigns visitors, and stores the sessions together with an event of so many `bytes`. */
    async assign(visitors: readonly Visitor[], bytes = 0): Promise<string[]> {
      const visits = visitors.map((each) => ({ workspaceId: 'ws_0000000000000001', timestamp: nowMs, ...each }));
      const assigned = await sessions.assign(visits);
      await log.write(() => void events.put(nowMs, Buffer.alloc(bytes)));
      return assigned.map(({ sessionId }) => sessionId);
    },
  };
}

const first = await open();
await first.assign([another]);
nowMs += 20 * minuteMs;
writeFileSync(ballast, Buffer.alloc(2 << 20));
const failure: unknown = await first.assign([another], 2 << 20).catch((error: unknown) => error);
rmSync(ballast);
const before = await first.assign([visitor, { ...today, previousVisitorId: another.visitorId }]);
await first.close();

const second = await open();
nowMs += 20 * minuteMs;
// If no earlier commit had begun the generation of this day, this one would, and forget the sessions in it.
await second.assign([{ visitorId: 'third visitor' }]);
const after = await second.assign([visitor, today]);
await second.close();
process.stdout.write(JSON.stringify({ failed: failure instanceof Error, before, after }));
