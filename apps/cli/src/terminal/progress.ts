/** A progress bar on a terminal, and nothing elsewhere, where it would only fill a log. */
import { SingleBar } from 'cli-progress';

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** If `total` is undefined, the end is not known and there is no bar. */
export function startProgress(total: number | undefined, unit: string, isQuiet = false): Progress {
  if (total === undefined || total === 0 || isQuiet || !process.stderr.isTTY) {
    return { update: () => undefined, stop: () => undefined };
  }
  const bar = new SingleBar({
    format: `{bar} {percentage}% of {total} ${unit}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    stream: process.stderr,
    clearOnComplete: true,
    linewrap: true,
    formatValue: (value, _options, type) => (type === 'total' ? value.toLocaleString('en') : String(value)),
  });
  bar.start(total, 0);
  return {
    update: (done) => {
      bar.update(done);
    },
    stop: () => {
      bar.stop();
    },
  };
}
