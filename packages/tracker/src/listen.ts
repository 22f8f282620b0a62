declare global {
  /** Events that bubble up from the document. */
  interface WindowEventMap {
    fullscreenchange: Event;
    visibilitychange: Event;
  }
}

/** Calls `run` on events of the window and everything in it, before the page can stop them. */
export const listen = <Type extends keyof WindowEventMap>(
  types: readonly Type[],
  run: (event: WindowEventMap[Type]) => void,
): void => {
  for (const type of types) addEventListener(type, run, true);
};
