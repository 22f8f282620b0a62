/** What both judges of clicks know of elements: what was clicked, whether it answers by itself, and what to call it. */

const elementCharsMax = 100;

/** What people click fast, and browsers answer for: fields, players, what is drawn or edited, sliders, scroll bars, spin buttons. */
const controls =
  ':read-write,input,textarea,select,option,summary,[controls],canvas,iframe,[role^=sl],[role^=sc],[role^=sp]';

/** A label has the control that it is the label of. */
interface Clicked extends Element {
  readonly control?: Element | null;
}

/** What an event comes from, also in a shadow root, and all that it is in. */
export const elementsOf = <Kind extends Element>(event: Event): Kind[] => {
  return event.composedPath().filter((one): one is Kind => one instanceof Element);
};

/** What was clicked, also in a shadow root, and all that it is in; empty if that is or has a control that answers by itself. */
export const pathOf = (event: Event): Clicked[] => {
  const path = elementsOf<Clicked>(event);
  return path.some((one) => one.control || one.matches(controls)) ? [] : path;
};

/** Such as `button#buy.primary`: no text, which may be personal. */
export const nameOf = ({ localName, id, classList }: Element): string => {
  return (localName + (id && `#${id}`) + ['', ...classList].join('.')).slice(0, elementCharsMax);
};
