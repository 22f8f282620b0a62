/** The attacker, in a thread of its own, so that its work does not delay the honest client's. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** How long an attack may take to end after it was told to. */
const graceMs = 30_000;

if (!isMainThread) await attack();

/**
 * Starts `strike` of the attack in `file` (a URL) with `input`, which must survive structured cloning. It runs for at
 * least `seconds` and at most `secondsMax`.
 */
export function startAttacker(file, input, { seconds, secondsMax }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { file, input, seconds } });
  const failure = once(worker, 'error').then(([error]) => ({ failure: error.message }));
  const finding = once(worker, 'message').then(([message]) => message);
  const timer = setTimeout(() => void worker.terminate(), secondsMax * 1000 + graceMs);
  const ended = once(worker, 'exit').then(() => ({ failure: 'it was stopped, having taken too long' }));
  let isOver = false;
  const result = Promise.race([finding, failure, ended]).finally(() => {
    isOver = true;
    clearTimeout(timer);
    void worker.terminate();
  });
  return { isOver: () => isOver, result };
}

async function attack() {
  const { file, input, seconds } = workerData;
  const { strike } = await import(file);
  const endMs = performance.now() + seconds * 1000;
  const outcomes = {};
  let requests = 0;
  const figures = await strike(input, {
    isOver: () => performance.now() >= endMs,
    /** Notes that so many requests had this outcome: a status, or what happened instead. */
    note: (outcome, count = 1) => {
      requests += count;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    },
  });
  parentPort.postMessage({ requests, outcomes, figures: figures ?? {} });
}
