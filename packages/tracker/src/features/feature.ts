/** An automatic measurement. */
import type { Props, TrackedEvent } from '../event.ts';

/** Adds an event of the current page to the next request. */
type Add = (type: string, props?: Props, fields?: Partial<TrackedEvent>) => void;

/** Called when the current page is hidden, or at the end of its view, in time to add an event of it. */
export type Leave = (isOver: boolean) => void;

export type Feature = (add: Add) => Leave | void;
