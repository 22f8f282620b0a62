/** Clicked elements, for both judges of clicks: which one was clicked, whether it responds by itself, and its name. */

const elementCharsMax = 100;

/** Elements that people click fast, and that browsers respond for: fields, players, drawings, edited text, sliders, scroll bars, spin buttons. */
const controls =
  'input,textarea,select,summary,canvas,option,[role^=sl],[role^=sc],[role^=sp],[controls],iframe,:read-write';

/** A label has the control that it labels. */
export interface Clicked extends Element {
  readonly control?: Clicked | null;
}

/** Returns true if an element matches a selector. The fields of a form shadow its methods: one may be named `matches`. */
export const matches = (element: Element, selector: string): boolean => {
  return element.closest(selector) === element;
};

/** Returns the target of an event, even in a shadow root, and all its ancestors. */
export const elementsOf = <Kind extends Element>(event: Event): Kind[] => {
  return event.composedPath().filter((one): one is Kind => one instanceof Element);
};

/** Returns the clicked element, even in a shadow root, and all its ancestors; empty if one of them is or has a control that responds by itself. */
export const pathOf = (event: Event): Clicked[] => {
  const path = elementsOf<Clicked>(event);
  return path.some((one) => one.control || matches(one, controls)) ? [] : path;
};

/** Returns a name such as `button#buy.primary`: no text, which may be personal. */
export const nameOf = (element: Element): string => {
  return [element.localName + (element.getAttribute('id') || '').replace(/./, '#$&'), ...element.classList]
    .join('.')
    .slice(0, elementCharsMax);
};
