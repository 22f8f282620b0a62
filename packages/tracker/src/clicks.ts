/** What both judges of clicks know of elements: what was clicked, whether it answers by itself, and what to call it. */

const elementCharsMax = 100;

/** What people click fast, and browsers answer for: fields, players, what is drawn or edited, sliders, scroll bars, spin buttons. */
const controls =
  ':read-write,input,textarea,select,option,summary,[controls],canvas,iframe,[role^=sl],[role^=sc],[role^=sp]';

/** A label has the control that it is the label of. */
interface Clicked extends Element {
  readonly control?: Element | null;
}

/** What was clicked, also in a shadow root, and all that it is in; empty if that is or has a control that answers by itself. */
export function pathOf(event: Event): Clicked[] {
  const path = event.composedPath().filter((one): one is Clicked => one instanceof Element);
  return path.some((one) => one.control || one.matches(controls)) ? [] : path;
}

/** Such as `button#buy.primary`: no text, which may be personal. */
export function nameOf({ localName, id, classList }: Element): string {
  return (localName + (id && `#${id}`) + ['', ...classList].join('.')).slice(0, elementCharsMax);
}
