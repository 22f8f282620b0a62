/** The figures of a server that handles one kind of senders for some seconds. */
import { cpuSecondsOf, memoryOf } from '@footfall/test-servers/process-figures';
import { numberIn, outputOf } from '../json-output.ts';
import { type Server, stepSeconds } from './server.ts';

export interface Load {
  sender: string;
  seconds: number;
  connections: number;
}

export interface Measured {
  requestsPerSecond: number;
  eventsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Microseconds of CPU for one request: of the main thread, and of the whole process. */
  mainUs: number;
  allUs: number;
  /** The memory of the process at the end, without pages of files. */
  anonymousMb: number;
  /** Microseconds for one event, by step; empty if the server does not report them. */
  steps: ReadonlyMap<string, number>;
}

const warmUpSeconds = 2;
let run = 0;

/** Warms the server up, and measures. */
export async function measure(server: Server, load: Load): Promise<Measured> {
  await shoot(server, { ...load, seconds: warmUpSeconds });
  const [cpuBefore, stepsBefore] = [cpuSecondsOf(server.pid), await stepSeconds(server)];
  const output = await shoot(server, load);
  const [cpuAfter, stepsAfter] = [cpuSecondsOf(server.pid), await stepSeconds(server)];
  const requests = numberIn(output, 'requests');
  const eventsPerSecond = numberIn(output, 'eventsPerSecond');
  const perEventUs = 1e6 / (eventsPerSecond * load.seconds);
  return {
    requestsPerSecond: numberIn(output, 'requestsPerSecond'),
    eventsPerSecond,
    p50Ms: numberIn(output, 'p50Ms'),
    p99Ms: numberIn(output, 'p99Ms'),
    mainUs: ((cpuAfter.main - cpuBefore.main) * 1e6) / requests,
    allUs: ((cpuAfter.all - cpuBefore.all) * 1e6) / requests,
    anonymousMb: Math.round(memoryOf(server.pid).anonymousBytes / 1e6),
    steps: new Map([...stepsAfter].map(([step, s]) => [step, (s - (stepsBefore.get(step) ?? 0)) * perEventUs])),
  };
}

function shoot({ port, key, protocol }: Server, load: Load): Promise<string> {
  run += 1;
  return outputOf('ingest/shoot.mjs', [JSON.stringify({ port, key, protocol, run, ...load })], { isEmbedded: true });
}
