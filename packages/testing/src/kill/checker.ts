/** Compares the acknowledged events with the stored ones. */

/** An event as it is stored. */
export interface StoredEvent {
  id: string;
  partition: number;
  offset: string;
}

export interface Findings {
  /** Acknowledged and not stored. */
  lost: string[];
  /** Stored more than once. */
  duplicated: string[];
  /** Stored more than once from one offset of the bus. */
  repeatedPlaces: string[];
  /** Stored without having been acknowledged. */
  unknown: string[];
}

export const nothingWrong: Findings = { lost: [], duplicated: [], repeatedPlaces: [], unknown: [] };

export function compare(acknowledged: ReadonlySet<string>, stored: readonly StoredEvent[]): Findings {
  const ids = stored.map(({ id }) => id);
  const storedIds = new Set(ids);
  return {
    lost: [...acknowledged].filter((id) => !storedIds.has(id)),
    duplicated: repeats(ids),
    repeatedPlaces: repeats(stored.map(({ partition, offset }) => `${partition}:${offset}`)),
    unknown: [...storedIds].filter((id) => !acknowledged.has(id)),
  };
}

function repeats(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
