/** What a benchmark of one bar is. */
import type { Finding } from '../finding.ts';
import type { Dataset, DatasetName } from '../traffic/dataset.ts';

interface Common {
  /** Number of the bar, with a letter where one has several benchmarks. */
  id: string;
  title: string;
  /** The bar in words. */
  promise: string;
}

/** Reads a dataset. */
export interface DatasetBar extends Common {
  dataset: DatasetName;
  measure(dataset: Dataset): Promise<Finding | undefined>;
}

export interface Surroundings {
  clickhouseUrl: string | undefined;
  seed: number;
  /** Of the benchmark of exactness. */
  exactEvents: number;
}

/** Makes what it needs itself. */
export interface LoneBar extends Common {
  dataset?: undefined;
  /** What it reads or makes, in words. */
  size: string | ((surroundings: Surroundings) => string);
  /** Undefined where something is missing that it needs; `needs` says what. */
  measure(surroundings: Surroundings): Promise<Finding | undefined>;
}

export type Bar = (DatasetBar | LoneBar) & {
  /** What has to be there for it to find something. */
  needs?: string;
};

const dayMs = 86_400_000;

/** The last `days` before the dataset's end. */
export const lastDays = ({ endMs }: Pick<Dataset, 'endMs'>, days: number) => ({ startMs: endMs - days * dayMs, endMs });
