/** The limits of ingest that the tracker respects: an event beyond one would be rejected. A test compares them with those of ingest. */

export const urlCharsMax = 2048;
export const titleCharsMax = 512;
export const propCharsMax = 1024;
export const engagedSecondsMax = 86_400;
/** The type and props of a call. An event may have up to 32 KiB. */
export const callCharsMax = 30_000;
/** A request may have up to 1 MiB. */
export const batchEventsMax = 25;
/** The pause after which a visitor's next event begins another session. */
export const sessionGapMs = 30 * 60_000;
