/** The limits of the tracker, which imports nothing and so repeats those of ingest. */
import { eventLimits } from '@footfall/schemas';
import { sessionGapMs } from '@footfall/state';
import * as tracker from '../../../../packages/tracker/src/limits.ts';

it('the tracker cuts texts at the limits of ingest, and begins a session when ingest does', () => {
  const { urlCharsMax, titleCharsMax, propValueCharsMax, engagedSecondsMax } = eventLimits;
  const { callCharsMax: _call, batchEventsMax: _batch, ...equal } = tracker;
  expect(equal).toEqual({
    urlCharsMax,
    titleCharsMax,
    propCharsMax: propValueCharsMax,
    engagedSecondsMax,
    sessionGapMs,
  });
});

it('the calls and requests of the tracker are within the limits of ingest', () => {
  expect(tracker.callCharsMax).toBeLessThan(eventLimits.eventBytesMax);
  expect(tracker.batchEventsMax).toBeLessThan(eventLimits.batchEventsMax);
  expect(tracker.batchEventsMax * eventLimits.eventBytesMax).toBeLessThan(eventLimits.bodyBytesMax);
});
