/** `$pageleave`: the time for which a page was visible and focused, and its scroll depth, each time it is hidden or left. */
import type { Feature } from './feature.ts';
import { engagedSecondsMax } from '../limits.ts';
import { listen } from '../listen.ts';

/** A shorter time is not worth another event: a page from the back/forward cache becomes visible shortly before it is shown. */
const addedSecondsMin = 0.1;

export const engagement: Feature = (add) => {
  let engagedMs = 0;
  /** The time when engagement was last noted; false while there is none. */
  let engagedAt: number | false | undefined;
  /** The lowest bottom of the viewport in pixels, and in percent of the page when last measured, because pages grow. */
  let bottom = 0;
  /** Starts as if everything had been sent: before the first pageview there is nothing to report. */
  let depth = 100;
  let sentDepth = 100;
  let continued = true;

  /** Notes the time, and the depth if `isMeasured` is truthy. */
  const note = (isMeasured: unknown): void => {
    const now = performance.now();
    if (engagedAt) engagedMs += now - engagedAt;
    // Not a boolean if a form or frame is named `hidden`.
    const isHidden: unknown = document.hidden;
    // The page has focus while an iframe in it has.
    engagedAt = isHidden !== true && document.hasFocus() && now;

    const height = document.documentElement.scrollHeight;
    // Dialogs that lock scrolling by fixing the body leave nothing of the page's height.
    if (!isMeasured || height <= bottom) return;
    bottom = Math.max(bottom, scrollY + innerHeight);
    depth = Math.min(100, Math.round((bottom / height) * 100));
  };

  // A click may lead to the next page of an app: afterwards it is too late to measure this one, and some routers see it first.
  listen(['pointerdown', 'scroll'], note);
  // A focused iframe keeps the events of the window, and a page may replace its placeholder. Before the first measurement, an app may still show the page before.
  const noteAgain = () => note(depth);
  listen(['focus', 'blur'], noteAgain);
  setInterval(noteAgain, 1_000);

  return (isOver) => {
    note(!(isOver && depth));
    const scrollDepth = Math.max(0, depth - sentDepth);
    const engagedSeconds = Math.min(engagedSecondsMax, Math.round(engagedMs) / 1_000);
    if (!continued || scrollDepth || engagedSeconds >= addedSecondsMin)
      add('$pageleave', undefined, { engagedSeconds, continued, scrollDepth });
    engagedMs = 0;
    sentDepth += scrollDepth;
    continued = !isOver;
    if (isOver) bottom = depth = sentDepth = 0;
  };
};
