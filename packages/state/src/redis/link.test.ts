/** Faults of the link to Redis are logged with their meaning. */
import { until } from '@footfall/test-servers';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Link } from './link.ts';
import { readRedisUrl } from './url.ts';

/** Returns a link that adds its lines to `log`. */
function linkTo(port: number, log: string[] = []): Link {
  const address = readRedisUrl(`redis://127.0.0.1:${port}`);
  if (!address) throw new Error('The URL is not understood');
  const note = (line: string) => void log.push(line);
  return new Link(address, { info: note, warn: note, error: note });
}

it('reports that Redis does not respond if there is no connection', async () => {
  const link = linkTo(1);
  await expect(link.run((redis) => redis.get('key'))).rejects.toThrow(/^Redis does not respond$/);
  await link.close();
});

/** Listens on `port`, or a free one, and accepts every command, except that it closes the connection instead of responding to the command `dropped`. */
async function listen(port = 0, dropped?: string): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    socket.on('data', (bytes) => {
      const commands = bytes.toString('latin1');
      if (dropped !== undefined && commands.includes(dropped)) socket.destroy();
      // Each command is an array, which begins with a star.
      else socket.write('+OK\r\n'.repeat(commands.split('*').length - 1));
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port: Number(Object(server.address()).port),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('reports that Redis does not respond if the connection closes before the response', async () => {
  const listener = await listen(0, 'publish');
  const link = linkTo(listener.port);
  try {
    await link.open();
    await expect(link.run((redis) => redis.publish('channel', 'text'))).rejects.toThrow(/^Redis does not respond$/);
  } finally {
    await link.close();
    listener.stop();
  }
});

it('logs once why Redis is away, and once that it is back', async () => {
  const first = await listen();
  const log: string[] = [];
  const link = linkTo(first.port, log);
  const listeners = [first];
  try {
    await link.open();
    first.stop();
    await link.ping().catch(() => {});
    await until(() => log.some((line) => line.includes('ECONNREFUSED')));
    listeners.push(await listen(first.port));
    await until(() => log.includes('Redis responds again'));
    expect(log).toEqual([expect.stringContaining('nothing listens there (ECONNREFUSED)'), 'Redis responds again']);
  } finally {
    await link.close();
    for (const listener of listeners) listener.stop();
  }
});

it('logs a reason at most once a minute, and that Redis is back only after its reason', async () => {
  const listener = await listen();
  const log: string[] = [];
  const link = linkTo(listener.port, log);
  let returns = 0;
  link.onBack(() => (returns += 1));
  try {
    await link.open();
    for (const code of ['NOPERM', 'NOPERM', 'OOM', 'NOPERM']) {
      const before = returns;
      const refused = Object.assign(new Error('refused'), { code });
      await link.run(() => Promise.reject(refused)).catch(() => {});
      await until(() => returns > before);
    }
    const reasons = log.filter((line) => line.startsWith('Redis cannot be used'));
    expect(log).toEqual([...new Set(reasons)].flatMap((reason) => [reason, 'Redis responds again']));
  } finally {
    await link.close();
    listener.stop();
  }
});
