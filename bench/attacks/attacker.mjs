/** The attacker, in a separate process, so that its work does not delay the honest client's. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient } from './client.mjs';
import { attackerAddress } from './raw-connection.mjs';

/** The time within which an attack must end after the signal. */
const graceMs = 30_000;

const ownPath = fileURLToPath(import.meta.url);

if (process.argv[1] === ownPath) await attack();

/**
 * Starts `strike` of the attack in `file` (a URL) with `input`, which must be JSON. A repeating attack runs
 * for `seconds`; none runs longer than `secondsMax`.
 */
export function startAttacker(file, input, { seconds, secondsMax }) {
  const child = fork(ownPath, { execArgv: [] });
  child.send({ file, input, seconds });
  let finding = { requests: 0, outcomes: {}, figures: {}, failure: 'the attacker ended without a result' };
  child.on('message', (message) => (finding = message));
  const timer = setTimeout(() => child.kill('SIGKILL'), secondsMax * 1000 + graceMs);
  let isOver = false;
  const result = once(child, 'exit').then(() => {
    isOver = true;
    clearTimeout(timer);
    return finding;
  });
  return { isOver: () => isOver, stop: () => child.kill('SIGKILL'), result };
}

async function attack() {
  // If the benchmark was killed, nothing receives the report.
  process.on('disconnect', () => process.exit(1));
  const [{ file, input, seconds }] = await once(process, 'message');
  const { strike } = await import(file);
  const endMs = performance.now() + seconds * 1000;
  const outcomes = {};
  let requests = 0;
  const figures = await strike(input, {
    client: createClient({ localAddress: attackerAddress }),
    isOver: () => performance.now() >= endMs,
    /** Counts requests by outcome: a status, which is 0 without a response, or a name. */
    note: (outcome, count = 1) => {
      const name = outcome === 0 ? 'no response' : outcome;
      requests += count;
      outcomes[name] = (outcomes[name] ?? 0) + count;
    },
  });
  process.send({ requests, outcomes, figures: figures ?? {} }, () => process.exit(0));
}
