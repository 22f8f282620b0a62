/** The session of the event: the client's own, hashed, or by the 30-minute rule, in one call for a batch. */
import { hash64, type Sessions } from '@footfall/state';
import type { Draft } from '../draft.ts';
import { timed } from '../step-times.ts';

/** Sets the session, and where midnight requires it the visitor, of each event. Rejects with UNAVAILABLE if the state cannot be reached. */
export const placeInSessions = timed('session', async (drafts: readonly Draft[], sessions: Sessions) => {
  // In order of time, so that an event between two others of its request joins them into one session.
  const unplaced = drafts
    .filter((draft) => !takeGivenSession(draft))
    .toSorted((a, b) => a.event.timestamp - b.event.timestamp);
  if (unplaced.length === 0) return;
  const placed = await sessions.place(
    unplaced.map(({ event, previousVisitorId }) => ({
      workspaceId: event.workspaceId,
      visitorId: event.visitorId,
      previousVisitorId,
      timestamp: event.timestamp,
    })),
  );
  placed.forEach((place, index) => {
    const event = unplaced[index]?.event;
    if (!event) return;
    event.visitorId = place.visitorId;
    event.sessionId = place.sessionId;
  });
});

function takeGivenSession({ arrival, event }: Draft): boolean {
  const given = arrival.event.sessionId;
  if (given !== undefined) event.sessionId = hash64(event.workspaceId, 'session', given);
  return given !== undefined;
}
