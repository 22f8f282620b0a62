/** The definition of a benchmark. */
import type { Finding } from '../finding.ts';
import type { Dataset, DatasetName } from '../traffic/dataset.ts';

interface Common {
  /** The number of the target, with a letter if it has several benchmarks. */
  id: string;
  title: string;
  /** The target in words. */
  promise: string;
  /** The prerequisite, if it has one. */
  needs?: string;
}

/** A benchmark that reads a dataset. */
export interface DatasetTarget extends Common {
  /** `month` is only for `screen.ts`. */
  dataset: Exclude<DatasetName, 'month'>;
  measure(dataset: Dataset): Promise<Finding | undefined>;
}

export interface Surroundings {
  clickhouseUrl: string | undefined;
  seed: number;
  /** The number of events in the benchmark of exactness. */
  exactEvents: number;
}

/** A benchmark that creates its data. */
export interface LoneTarget extends Common {
  dataset?: undefined;
  /** The data that it reads or creates, in words. */
  size: string | ((surroundings: Surroundings) => string);
  /** Resolves to undefined if what it `needs` is missing. */
  measure(surroundings: Surroundings): Promise<Finding | undefined>;
}

export type Target = DatasetTarget | LoneTarget;

const dayMs = 86_400_000;

/** Returns the last `days` before the dataset's end. */
export const lastDays = ({ endMs }: Pick<Dataset, 'endMs'>, days: number) => ({ startMs: endMs - days * dayMs, endMs });
