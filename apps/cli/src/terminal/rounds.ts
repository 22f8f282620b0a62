/** A progress bar for each round of work, whose size is known only once the round has begun. */
import { type Progress, startProgress } from './progress.ts';

interface Rounds {
  onProgress: (done: number, total: number) => void;
  stop(): void;
}

export function startRounds(unit: string, isQuiet: boolean): Rounds {
  let bar: Progress | undefined;
  let doneLast = 0;
  const stop = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    onProgress(done, total) {
      if (done < doneLast) stop();
      bar ??= startProgress(total, unit, isQuiet);
      bar.update(done);
      doneLast = done;
    },
    stop,
  };
}
