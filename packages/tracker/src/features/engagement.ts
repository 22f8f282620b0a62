/** `$pageleave`: the time for which a page was visible and focused, and its scroll depth, each time it is hidden or left. */
import type { Feature } from './feature.ts';
import { engagedSecondsMax } from '../limits.ts';
import { listen } from '../listen.ts';

/** A shorter time is not worth another event: a page from the back/forward cache becomes visible shortly before it is shown. */
const addedSecondsMin = 0.1;

export const engagement: Feature = (add) => {
  let engagedMs = 0;
  /** The time when engagement was last noted; 0 or false while there is none. */
  let engagedAt: number | false = 0;
  /** The lowest bottom of the viewport in pixels, and in percent of the page when last measured, because pages grow. */
  let bottom = 0;
  /** Starts as if everything had been sent: before the first pageview there is nothing to report. */
  let depth = 100;
  let sentDepth = 100;
  let continued = true;

  const look = () => {
    const now = performance.now();
    if (engagedAt) engagedMs += now - engagedAt;
    // Not a boolean if a form or frame is named `hidden`.
    const isHidden: unknown = document.hidden;
    // The page has focus while an iframe in it has.
    engagedAt = isHidden !== true && document.hasFocus() && now;
  };

  const measure = () => {
    const height = document.documentElement.scrollHeight;
    // Dialogs that lock scrolling by fixing the body leave nothing of the page's height.
    if (height <= bottom) return;
    bottom = Math.max(bottom, scrollY + innerHeight);
    depth = Math.min(100, Math.round((bottom / height) * 100));
  };

  listen(['visibilitychange', 'focus', 'blur'], look);
  // A click may lead to the next page of an app: afterwards it is too late to measure this one, and some routers see it first.
  listen(['pointerdown', 'scroll'], measure);

  return (isOver) => {
    look();
    if (!(isOver && depth)) measure();
    const scrollDepth = Math.max(0, depth - sentDepth);
    const engagedSeconds = Math.min(engagedSecondsMax, Math.round(engagedMs) / 1_000);
    if (!continued || scrollDepth || engagedSeconds >= addedSecondsMin)
      add('$pageleave', undefined, { engagedSeconds, scrollDepth, continued });
    engagedMs = 0;
    sentDepth += scrollDepth;
    continued = !isOver;
    if (isOver) bottom = depth = sentDepth = 0;
    else engagedAt = 0;
  };
};
