/** One request to a broker on a separate connection. */
import { connect, type Socket } from 'node:net';
import { withDeadline } from '@footfall/process';

const lengthBytes = 4;
const responseBytesMax = 16 << 20;

/** Resolves with the broker's response to `request`, both without their length prefix. Rejects if it has not arrived in time. */
export async function sendRequest(broker: string, request: Buffer, deadlineMs: number): Promise<Buffer> {
  const { hostname, port } = new URL(`kafka://${broker}`);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  try {
    return await withDeadline(exchange(socket, request), deadlineMs, () => {
      throw new Error('The broker is too slow');
    });
  } finally {
    socket.destroy();
  }
}

function exchange(socket: Socket, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The broker closed the connection')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < lengthBytes) return;
      const length = received.readInt32BE();
      if (length < 0 || length > responseBytesMax) reject(new Error('The broker uses a different protocol'));
      if (received.length >= lengthBytes + length) resolve(received.subarray(lengthBytes, lengthBytes + length));
    });
    const length = Buffer.alloc(lengthBytes);
    length.writeInt32BE(request.length);
    socket.write(Buffer.concat([length, request]));
  });
}
