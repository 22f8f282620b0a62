/** The real process with few open files. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { ended, launch, logLines, pageviews, ready, running, send, useProcesses, usual } from './process.fixture.ts';

useProcesses();

describe('the standalone process with a limit of 400 open files and LOG_LEVEL=warn', () => {
  beforeAll(() => ready(launch({ ...usual, LOG_LEVEL: 'warn' }, 'ulimit -n 400;')));

  it('A25 logs at LOG_LEVEL and above', async () => {
    const { stdout } = await running();
    expect(logLines(stdout()).map(({ level }) => level)).toEqual([40]);
  });

  it('G18 serves both ports with more silent connections than the limit', async () => {
    const product = await running();
    const silent = [product.apiUrl, product.ingestUrl].flatMap((url) =>
      Array.from({ length: 400 }, () => {
        const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
        socket.on('error', () => undefined).resume();
        return socket;
      }),
    );
    await Promise.all(silent.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await send(product, 1)).toBe(202);
      expect(await pageviews(product)).toEqual(expect.any(Number));
    }
    for (const socket of silent) socket.destroy();
  });

  it('ends if the script that started it is killed', async () => {
    const { child } = await running();
    child.disconnect();
    expect(await ended(child)).toBe(0);
  });
});
