/** Events declared in markup: `data-event="signup"`, with `data-event-plan="pro"` for each prop. On a form, the event is sent when the form is submitted. */
import type { Feature } from './feature.ts';
import { type Props, propCharsMax } from '../event.ts';
import { listen } from '../listen.ts';

const propPrefix = 'data-event-';

export const declaredEvents: Feature = (add) => {
  listen(['click', 'submit'], ({ target, type }) => {
    const element = target instanceof Element && target.closest<HTMLElement>('[data-event]');
    if (!element || element.matches('form') !== (type === 'submit')) return;
    const props: Props = {};
    for (const { name, value } of element.attributes) {
      if (name.startsWith(propPrefix)) props[name.slice(propPrefix.length)] = value.slice(0, propCharsMax);
    }
    add(element.dataset['event'] ?? '', { props });
  });
};
