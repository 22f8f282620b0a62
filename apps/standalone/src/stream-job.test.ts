/** Jobs as their client receives them, and jobs whose client disconnects. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { listenLocally } from '@footfall/test-servers';
import { AppError } from '@footfall/errors';
import { type Run, streamJob } from './stream-job.ts';

let server: Server;
const closing = new AbortController().signal;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Resolves with the response to a request that runs a job, and with a promise of the job's end. */
async function start(job: (response: ServerResponse, ...args: Parameters<Run>) => Promise<unknown>) {
  const client = new AbortController();
  let ended: Promise<void> | undefined;
  server = createServer((_request, response) => {
    ended = streamJob(response, (onProgress) => job(response, onProgress), closing);
  });
  const response = await fetch(`http://127.0.0.1:${await listenLocally(server)}`, { signal: client.signal });
  return { response, ended, disconnect: () => client.abort() };
}

it('a job sends its first and last progress, at most one in 200 ms between them, and its result', async () => {
  const { response } = await start(async (_response, onProgress) => {
    for (const [done, ms] of [0, 199, 1, 0].entries()) {
      jest.advanceTimersByTime(ms);
      onProgress(done, 4);
    }
    onProgress(4, 4);
    return { isExact: true };
  });
  const lines = (await response.text()).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { done: 0, total: 4 },
    { done: 2, total: 4 },
    { done: 4, total: 4 },
    { result: { isExact: true } },
  ]);
});

it('a job sends an empty line every three seconds until it has ended', async () => {
  const { response, ended } = await start(async () => {
    jest.advanceTimersByTime(6_000);
    return [];
  });
  expect(await response.text()).toMatch(/^\n\n\{"result":/);
  await ended;
  expect(jest.getTimerCount()).toBe(0);
});

it('a job that fails sends the message of its error with the cause', async () => {
  const cause = new Error('Memory limit exceeded');
  const { response } = await start(() => Promise.reject(new AppError('UNAVAILABLE', 'The store is busy', { cause })));
  expect(await response.json()).toEqual({
    error: { code: 'UNAVAILABLE', message: 'The store is busy: Memory limit exceeded' },
  });
});

it('a job ends at its next progress after its client has disconnected', async () => {
  let isContinued = false;
  const { ended, disconnect } = await start(async (response, onProgress) => {
    onProgress(1, 3);
    await once(response, 'close');
    onProgress(2, 3);
    isContinued = true;
  });
  disconnect();
  await ended;
  expect(isContinued).toBe(false);
});
