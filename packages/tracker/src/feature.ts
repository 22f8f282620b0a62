/** Something that is measured without being asked for. */
import type { TrackedEvent } from './event.ts';

/** Adds an event of the page shown to what is sent next. */
type Add = (type: string, fields?: Partial<TrackedEvent>) => void;

/** Called when the page shown is hidden, or at the end of its view, in time to add an event of it. */
export type Leave = (isOver: boolean) => void;

export type Feature = (add: Add) => Leave | void;
