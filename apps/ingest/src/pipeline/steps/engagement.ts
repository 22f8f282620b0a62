/** Scroll depth and engaged time of a page, as integers so that sums are exact. Only the event of leaving a page has them. */
import type { Step } from '../draft.ts';

export const engagement: Step = ({ arrival, event }) => {
  if (event.type !== '$pageleave') return undefined;
  const { scrollDepth, engagedSeconds, continued } = arrival.event;
  if (scrollDepth !== undefined) event.scrollDepth = Math.round(scrollDepth * 100) + 0;
  if (engagedSeconds !== undefined) event.engagedMs = Math.round(engagedSeconds * 1000) + 0;
  event.continued = continued ?? false;
  return undefined;
};
