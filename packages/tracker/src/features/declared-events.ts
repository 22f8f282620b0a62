/** Events declared in markup: `data-event="signup"`, with `data-event-plan="pro"` for each prop. On a form, the event is sent when the form is submitted. */
import { elementsOf, matches } from './clicks.ts';
import type { Feature } from './feature.ts';
import { type Props, propCharsMax } from '../event.ts';
import { listen } from '../listen.ts';

const propPrefix = 'data-event-';

export const declaredEvents: Feature = (add) => {
  let latest: string | undefined;
  listen(['click', 'submit'], (event) => {
    const element = elementsOf<HTMLElement>(event).find((one) => matches(one, '[data-event]'));
    if (!element || matches(element, 'form') !== (event.type === 'submit')) return;
    // A click on a label is followed by one on its control, with the same time.
    if (latest === (latest = event.type + event.timeStamp)) return;
    const props: Props = {};
    for (const name of element.getAttributeNames()) {
      if (name.startsWith(propPrefix))
        props[name.slice(propPrefix.length)] = String(element.getAttribute(name)).slice(0, propCharsMax);
    }
    add(String(element.dataset['event']), props);
  });
};
