/** Checks that a server responds in its protocol: a published port accepts connections before its server does. */
import { connect } from 'node:net';

const deadlineMs = 2_000;

/** Kafka's ApiVersions request, version 0, without a client ID. */
const apiVersionsRequest = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);

export async function kafkaResponds(port: number): Promise<boolean> {
  return (await firstBytes(port, apiVersionsRequest)).length > 0;
}

/** A server that requires a password has responded; one that is still loading has not. */
export async function redisResponds(port: number): Promise<boolean> {
  return /^\+PONG|^-NOAUTH/.test((await firstBytes(port, Buffer.from('PING\r\n'))).toString());
}

export async function clickhouseResponds(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/ping`, { signal: AbortSignal.timeout(deadlineMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Resolves with the beginning of the response to `request`; empty if there is none. */
function firstBytes(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const end = (bytes: Buffer) => {
      socket.destroy();
      resolve(bytes);
    };
    const nothing = () => end(Buffer.alloc(0));
    socket.setTimeout(deadlineMs, nothing).once('data', end).once('error', nothing).once('close', nothing);
  });
}
