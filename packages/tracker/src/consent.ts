/** Decides whether this page may be measured at all: by its visitor's wish, its host, and its browser. */
import type { Options } from './options.ts';

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

/** Returns a truthy value if nothing may be measured on this page. */
export const isUnmeasured = (options: Options): unknown => {
  let isIgnored: unknown;
  try {
    isIgnored = localStorage['footfall_ignore'];
  } catch {
    // A page that cannot read its storage has no wish there.
  }
  return (
    isIgnored ||
    navigator.globalPrivacyControl ||
    (options.dnt && Number(navigator.doNotTrack)) ||
    // An automated browser is not a visitor.
    navigator.webdriver ||
    /headless/i.test(navigator.userAgent) ||
    // A developer's machine, and files.
    (!options.debug && /^$|localhost$|^127\.|^\[/.test(location.hostname))
  );
};
