/** Events that others may duplicate, by workspace and ID. */
import { eventKey } from '@footfall/schemas';
import type { EventRow } from '@footfall/warehouse';
import { isSameEvent } from './same-event.ts';
import type { StoredEvent } from './namesakes.ts';

export class KnownEvents {
  readonly #byKey = new Map<string, (StoredEvent | EventRow)[]>();

  constructor(stored: readonly StoredEvent[]) {
    for (const event of stored) this.#add(event);
  }

  /** Returns true if `row` duplicates no known event, and adds it to them. */
  isNew(row: EventRow): boolean {
    if (this.#byKey.get(eventKey(row))?.some((one) => isSameEvent(one, row))) return false;
    this.#add(row);
    return true;
  }

  #add(event: StoredEvent | EventRow): void {
    const key = eventKey(event);
    const known = this.#byKey.get(key);
    if (known) known.push(event);
    else this.#byKey.set(key, [event]);
  }
}
