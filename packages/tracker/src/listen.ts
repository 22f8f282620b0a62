declare global {
  /** These bubble from the document. */
  interface WindowEventMap {
    fullscreenchange: Event;
    visibilitychange: Event;
  }
}

/** Calls `run` at events of the window and of all that is in it, before the page can stop them. */
export const listen = <Type extends keyof WindowEventMap>(
  types: readonly Type[],
  run: (event: WindowEventMap[Type]) => void,
): void => {
  for (const type of types) addEventListener(type, run, true);
};
