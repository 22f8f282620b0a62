/** One line that says what goes on: rewritten on a terminal, now and then a new one elsewhere. */

const logEveryMs = 10_000;
let lastLoggedMs = 0;
let lastStep = '';

/** `step` is what is being done, `detail` how far it has come. */
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

/** Leaves the line empty for what is printed next. */
export function progressEnds(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
}
