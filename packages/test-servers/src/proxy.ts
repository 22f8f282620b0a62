/** A TCP proxy on the loopback that can cut, stall and restore its connections. */
import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from './listen-locally.ts';

export interface Proxy {
  readonly port: number;
  /** Cuts every connection, and refuses new ones until `heal`. */
  cut(): void;
  /** Cuts as `cut` does, once clients have sent that many further bytes. */
  cutAfter(bytes: number): void;
  /** Cuts every connection once: new ones are accepted at once. */
  reset(): void;
  /** Drops the response to the first request that `isLost` returns true for: the next bytes from the server on that connection, which stays open. */
  loseResponse(isLost: (request: Buffer) => boolean): void;
  /** Keeps connections open but passes nothing on until `heal`, by default in both directions. */
  stall(direction?: 'both' | 'responses'): void;
  heal(): void;
  close(): Promise<void>;
}

/** Listens on a free port and passes everything on to `port` of `host`. */
export async function openProxy(port: number, host = '127.0.0.1'): Promise<Proxy> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let isCut = false;
  let bytesUntilCut = Infinity;
  let stalled: 'both' | 'responses' | undefined;
  let isLost: ((request: Buffer) => boolean) | undefined;

  const reset = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  const cut = () => {
    isCut = true;
    reset();
  };
  /** Applies the stalled directions to a pair: a paused socket is not read. */
  const apply = ([client, server]: readonly [Socket, Socket]) => {
    if (stalled === 'both') client.pause();
    else client.resume();
    if (stalled === undefined) server.resume();
    else server.pause();
  };

  const listener = createServer({ pauseOnConnect: true }, (client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(port, host);
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    let losesNext = false;
    client.on('data', (bytes) => {
      if (isLost?.(bytes) === true) {
        losesNext = true;
        isLost = undefined;
      }
      bytesUntilCut -= bytes.length;
      if (bytesUntilCut > 0) server.write(bytes);
      else cut();
    });
    server.on('data', (bytes) => {
      if (losesNext) losesNext = false;
      else client.write(bytes);
    });
    apply(pair);
  });

  return {
    port: await listenLocally(listener),
    cut,
    cutAfter(bytes) {
      bytesUntilCut = bytes;
    },
    reset,
    loseResponse(isIt) {
      isLost = isIt;
    },
    stall(direction = 'both') {
      stalled = direction;
      for (const pair of pairs) apply(pair);
    },
    heal() {
      isCut = false;
      bytesUntilCut = Infinity;
      isLost = undefined;
      stalled = undefined;
      for (const pair of pairs) apply(pair);
    },
    async close() {
      reset();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
