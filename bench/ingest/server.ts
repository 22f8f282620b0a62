/** A server that accepts events, in a separate process: bare `node:http`, the ingest app on a stubbed log, the whole product of a checkout, or another product. */
import { fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startGoatCounter } from '../goatcounter.ts';

export interface Server {
  port: number;
  /** The owner of the events: a public key, or for GoatCounter the host of the site. */
  key: string;
  protocol: 'footfall' | 'goatcounter';
  pid: number;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('../../ingest/serve.mjs', import.meta.url));

/** Starts bare `node:http`, or the ingest app with its pipeline on a log that is durable at once. */
export async function startPart(mode: 'bare' | 'stubbed', options: ForkOptions = {}): Promise<Server> {
  const child = fork(script, [mode], options);
  const [message]: unknown[] = await once(child, 'message');
  const { port, key }: { port: number; key: string } = Object(message);
  return {
    port,
    key,
    protocol: 'footfall',
    pid: child.pid ?? 0,
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

/** Starts the standalone product of the checkout in `root`, which has been built. */
export async function startProduct(root: string): Promise<Server> {
  const { startStandalone } = await import(new URL('../../standalone-process.mjs', import.meta.url).href);
  const product = await startStandalone({ root, settings: { TRUST_PROXY: '1', LOG_LEVEL: 'error' } });
  return {
    port: product.ingestPort,
    key: product.credentials.publicKey,
    protocol: 'footfall',
    pid: product.pid,
    stop: product.stop,
  };
}

/** Starts GoatCounter, from its executable `program`. */
export async function startPeer(program: string): Promise<Server> {
  const { port, host, pid, stop } = await startGoatCounter(program);
  return { port, key: host, protocol: 'goatcounter', pid, stop };
}

/** The total seconds of each step of an event so far, from the server's `/metrics`. */
export async function stepSeconds({ port, protocol }: Server): Promise<ReadonlyMap<string, number>> {
  if (protocol !== 'footfall') return new Map();
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = metrics.matchAll(/^footfall_ingest_step_seconds_total\{step="(\w+)"\} (\S+)$/gm);
  return new Map([...lines].map(([, step = '', seconds]) => [step, Number(seconds)]));
}
