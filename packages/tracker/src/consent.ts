/** Decides whether this page may be measured at all: by its visitor's wish, its host, and its browser. */
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
    // A page that cannot read its storage has no wish there.
  }
  return !(
    navigator.globalPrivacyControl ||
    (options.dnt && navigator.doNotTrack === '1') ||
    // An automated browser is not a visitor.
    navigator.webdriver ||
    /headless/i.test(navigator.userAgent) ||
    // A developer's machine, and files.
    (!options.debug && /^$|localhost$|^127\.|^\[/.test(location.hostname))
  );
};
