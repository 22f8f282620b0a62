/** Whether this page may be measured at all: by its visitor's wish, by where it is, and by who looks at it. */
import type { Options } from './options.ts';

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

/** The developer's machine, and files. */
const isLocal = /^$|localhost$|^127\.|^\[/;

export function mayMeasure({ dnt, debug }: Options): boolean {
  try {
    if (localStorage['footfall_ignore']) return false;
  } catch {
    // A page that may not look into its storage has no wish there.
  }
  return !(
    navigator.globalPrivacyControl ||
    (dnt && navigator.doNotTrack === '1') ||
    // An automated browser is no visitor.
    navigator.webdriver ||
    /headless/i.test(navigator.userAgent) ||
    (!debug && isLocal.test(location.hostname))
  );
}
