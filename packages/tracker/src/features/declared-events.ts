/** Events declared in markup: `data-event="signup"`, with `data-event-plan="pro"` for each prop. On a form, the event is sent when the form is submitted. */
import { type Clicked, elementsOf, matches } from './clicks.ts';
import type { Feature } from './feature.ts';
import type { Props } from '../event.ts';
import { propCharsMax } from '../limits.ts';
import { listen } from '../listen.ts';

const propPrefix = 'data-event-';

export const declaredEvents: Feature = (add) => {
  /** The control of a clicked label: the browser clicks it next. */
  let next: Clicked | false | null | undefined;
  listen(['click', 'submit'], (event) => {
    const path = elementsOf<Clicked>(event);
    const element = path[0] !== next && path.find((one) => matches(one, '[data-event]'));
    // A click on the control itself is followed by no other, although it is within the label.
    next = element && path.map((one) => one.control).find((one) => one && !path.includes(one));
    if (!element || matches(element, 'form') === (event.type === 'click')) return;
    const props: Props = {};
    for (const name of element.getAttributeNames()) {
      if (name.startsWith(propPrefix))
        props[name.slice(propPrefix.length)] = element.getAttribute(name)?.slice(0, propCharsMax);
    }
    add(String(element.getAttribute('data-event')), props);
  });
};
