/** Rage clicks: three in one place in quick succession. */
import { nameOf, pathOf } from './clicks.ts';
import type { Feature } from './feature.ts';
import { listen } from '../listen.ts';

const clicksMin = 3;
const gapMsMax = 1_000;
const distancePxMax = 30;

/**
 * Once per burst, which continues as long as each click is near the previous one. Not on elements that people click fast on purpose:
 * controls that respond by themselves, sliders, spin buttons, and buttons without words.
 */
export const rageClicks: Feature = (add) => {
  let clicks = 0;
  let last: MouseEvent | undefined;
  listen(['click'], (event) => {
    const [target] = pathOf(event);
    const button = target?.closest('button,[role=button]');
    if (
      // Without detail it was a key or a script.
      !target ||
      !event.detail ||
      (button &&
        // The text of an icon, of one or two signs (+ − ‹ ›) or of a key of a pad (7): steppers, arrows, keypads.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a slot shows the text of its component, which the window has as the target.
        /^\P{L}{0,2}$/u.test((button.querySelector('slot') ? (event.target as Element) : button).textContent.trim()))
    )
      return;
    clicks =
      last &&
      event.timeStamp - last.timeStamp <= gapMsMax &&
      Math.abs(event.x - last.x) + Math.abs(event.y - last.y) <= distancePxMax
        ? clicks + 1
        : 1;
    last = event;
    // Clicks that select text, such as those that mark a paragraph, had their effect.
    if (clicks === clicksMin && getSelection()?.isCollapsed) add('$rage_click', { element: nameOf(button ?? target) });
  });
};
