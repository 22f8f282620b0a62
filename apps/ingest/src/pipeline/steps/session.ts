/** The session of the event: the client's session ID, hashed, or one by the 30-minute rule, in one call for a batch. */
import { hash64, type Sessions } from '@footfall/state';
import type { Draft } from '../draft.ts';
import { timed } from '../step-times.ts';

/** Sets the session, and where midnight requires it the visitor, of each event. Rejects with UNAVAILABLE if the state cannot be reached. */
export const assignSessions = timed('session', async (drafts: readonly Draft[], sessions: Sessions) => {
  // In order of time, so that an event between two others of its request joins them into one session.
  const unassigned = drafts
    .filter((draft) => !setSentSession(draft))
    .toSorted((a, b) => a.event.timestamp - b.event.timestamp);
  if (unassigned.length === 0) return;
  const assigned = await sessions.assign(
    unassigned.map(({ event, previousVisitorId }) => ({
      workspaceId: event.workspaceId,
      visitorId: event.visitorId,
      previousVisitorId,
      timestamp: event.timestamp,
    })),
  );
  assigned.forEach((visit, index) => {
    const event = unassigned[index]?.event;
    if (!event) return;
    event.visitorId = visit.visitorId;
    event.sessionId = visit.sessionId;
  });
});

function setSentSession({ arrival, event }: Draft): boolean {
  const sent = arrival.event.sessionId;
  if (sent !== undefined) event.sessionId = hash64(event.workspaceId, 'session', sent);
  return sent !== undefined;
}
