/** A progress line: rewritten on a terminal, printed occasionally elsewhere. */

const logEveryMs = 10_000;
let lastLoggedMs = 0;
let lastStep = '';

/** `step` is the current work, `detail` its progress. */
export function progress(step: string, detail = ''): void {
  const line = detail === '' ? step : `${step}: ${detail}`;
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\u001B[K${line}`);
    return;
  }
  const nowMs = performance.now();
  if (step === lastStep && nowMs - lastLoggedMs < logEveryMs) return;
  [lastStep, lastLoggedMs] = [step, nowMs];
  process.stderr.write(`${line}\n`);
}

/** Clears the line for further output. */
export function progressEnds(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
}
