/** Prints findings, and writes them to docs/performance.md. */
import { targets } from './targets/index.ts';
import { keep } from './keep.ts';
import { describeMachine, type Kept, renderMarkdown, renderText } from './report.ts';

interface Measurement {
  /** The time of `performance` at which it began. */
  began: number;
  /** The name and version of the engine. */
  engine: string;
  isPrinted?: boolean;
  isWritten: boolean;
}

/** Prints a finding with the conditions of its measurement, and stores it. Called at once, so that results are kept if something later fails. */
export function publish(
  finding: Omit<Kept, 'at' | 'tookSeconds' | 'machine'>,
  { began, engine, isPrinted = true, isWritten }: Measurement,
): Kept {
  const tookSeconds = Math.round((performance.now() - began) / 1000);
  const kept = { ...finding, at: new Date().toISOString(), tookSeconds, machine: describeMachine(engine) };
  if (isPrinted) console.log(renderText(kept));
  if (isWritten) keep(kept, 'bench/results.json', 'docs/performance.md', render);
  return kept;
}

function render(all: readonly Kept[]): string {
  return renderMarkdown(
    all,
    targets.filter(({ id }) => all.every((each) => each.id !== id)),
  );
}
