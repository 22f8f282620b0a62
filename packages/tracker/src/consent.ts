/** Whether this page may be measured at all: by its visitor's wish, by where it is, and by who looks at it. */
import type { Options } from './options.ts';

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

export const mayMeasure = (options: Options): boolean => {
  try {
    if (localStorage['footfall_ignore']) return false;
  } catch {
    // A page that may not look into its storage has no wish there.
  }
  return !(
    navigator.globalPrivacyControl ||
    (options.dnt && navigator.doNotTrack === '1') ||
    // An automated browser is no visitor.
    navigator.webdriver ||
    /headless/i.test(navigator.userAgent) ||
    // The developer's machine, and files.
    (!options.debug && /^$|localhost$|^127\.|^\[/.test(location.hostname))
  );
};
