/** A part of a table that is damaged or missing. */

export const faults = {
  'set aside': 'one of its files is missing or damaged, so the engine set it aside when it started',
  unreadable: 'its checksums do not match',
  missing: 'it was inserted, but is no longer on the disk',
} as const;

export interface DamagedPart {
  table: string;
  part: string;
  fault: keyof typeof faults;
  /** Null if unknown. */
  rows: number | null;
  /** Distinguishes this damage from a later one to a part of the same name. */
  fingerprint: string;
}

export interface FoundParts {
  /** Their rows are missing. */
  damaged: DamagedPart[];
  /** All of their rows are in other parts as well: nothing is lost. */
  replaced: DamagedPart[];
}
