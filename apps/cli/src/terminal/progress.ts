/** Progress bars on a terminal; elsewhere the library omits them, because they would fill a log. */
import { SingleBar } from 'cli-progress';
import { count } from './table.ts';

interface Progress {
  /** Shows `done` of `total`, by default the one of the start. A smaller `done` than the last begins the next round of the work, with a new bar. */
  update: (done: number, total?: number) => void;
  stop: () => void;
}

/** Starts a progress bar. It is shown while the end is known: `total`, or that of the last update. */
export function startProgress(unit: string, isQuiet: boolean, total?: number): Progress {
  let bar: SingleBar | undefined;
  let doneLast = 0;
  const stop = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    update(done, end = total) {
      if (isQuiet || end === undefined || end === 0) return;
      if (done < doneLast) stop();
      bar ??= startBar(end, unit);
      bar.update(done);
      doneLast = done;
    },
    stop,
  };
}

const barCharsMax = 40;

function startBar(total: number, unit: string): SingleBar {
  const end = `% of ${count(total)} ${unit}`;
  // The library cuts a line at the width of the terminal.
  const roomChars = process.stderr.columns - ` 100${end}`.length;
  const bar = new SingleBar({
    format: `{bar} {percentage}${end}`,
    barsize: Math.max(0, Math.min(barCharsMax, roomChars)),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    stream: process.stderr,
    clearOnComplete: true,
    linewrap: true,
  });
  bar.start(total, 0);
  return bar;
}
