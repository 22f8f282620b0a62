/** The visitor ID: the client's ID, hashed, or derived from address, user agent and a daily salt. The address is not passed on. */
import { dayMs } from '@footfall/schemas';
import { hash64, hashOfDay, sessionGapMs } from '@footfall/state';
import { dayOf } from '../day-salts.ts';
import type { DaySalts } from '../day-salts.ts';
import type { Draft, Step } from '../draft.ts';

export const visitor: Step = (draft, saltFor) => {
  const { workspaceId, timestamp } = draft.event;
  const sent = draft.arrival.event.visitorId;
  if (sent !== undefined) {
    draft.event.visitorId = hash64(workspaceId, 'visitor', sent);
  } else {
    draft.event.visitorId = cookielessVisitor(draft, timestamp, saltFor);
    // The last time at which an event can continue a session that was in progress at midnight.
    if (timestamp % dayMs <= sessionGapMs) {
      draft.previousVisitorId = cookielessVisitor(draft, timestamp - dayMs, saltFor);
    }
  }
  draft.address = undefined;
  return undefined;
};

/** Derives the visitor ID. The day is hashed in addition to the salt, because an event of an older day has today's salt. */
function cookielessVisitor({ event, address, userAgent }: Draft, timestamp: number, saltFor: DaySalts): string {
  const day = dayOf(timestamp);
  return hashOfDay(timestamp, saltFor(day), event.workspaceId, day, address ?? '', userAgent);
}
