declare global {
  interface Document {
    readonly prerendering?: boolean;
  }
}

/** Calls `run` now, or when a page that the browser has prepared unseen is shown. */
export function whenShown(run: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', run);
  else run();
}
