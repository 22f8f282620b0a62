/** Events that others may duplicate, by ID. */
import type { EventRow } from '@footfall/warehouse';
import { isSameEvent } from './same-event.ts';
import type { StoredEvent } from './namesakes.ts';

export class KnownEvents {
  /** Not by workspace as well, because joining both into a key takes longer than everything else here. */
  readonly #byId = new Map<string, (StoredEvent | EventRow)[]>();

  constructor(stored: readonly StoredEvent[]) {
    for (const event of stored) this.#add(event);
  }

  /** Returns true if `row` duplicates no known event, and adds it to them. */
  isNew(row: EventRow): boolean {
    const known = this.#byId.get(row.id);
    if (known?.some((one) => one.workspaceId === row.workspaceId && isSameEvent(one, row))) return false;
    this.#add(row);
    return true;
  }

  #add(event: StoredEvent | EventRow): void {
    const known = this.#byId.get(event.id);
    if (known) known.push(event);
    else this.#byId.set(event.id, [event]);
  }
}
