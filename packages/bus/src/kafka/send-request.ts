/** One request to a broker on a separate connection. */
import { connect } from 'node:net';

const lengthBytes = 4;
const responseBytesMax = 16 << 20;

/** Resolves with the broker's response to `request`, both without their length prefix. Rejects if it has not arrived in time. */
export function sendRequest(broker: string, request: Buffer, deadlineMs: number): Promise<Buffer> {
  const { hostname, port } = new URL(`kafka://${broker}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    const end = (settle: () => void) => {
      clearTimeout(deadline);
      socket.destroy();
      settle();
    };
    const fail = (reason: string) => end(() => reject(new Error(reason)));
    const deadline = setTimeout(() => fail('The broker is too slow'), deadlineMs);
    let received = Buffer.alloc(0);
    socket.on('error', (error) => end(() => reject(error)));
    socket.on('close', () => fail('The broker closed the connection'));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < lengthBytes) return;
      const length = received.readInt32BE();
      if (length < 0 || length > responseBytesMax) return fail('The broker uses a different protocol');
      if (received.length < lengthBytes + length) return;
      const response = received.subarray(lengthBytes, lengthBytes + length);
      end(() => resolve(response));
    });
    const length = Buffer.alloc(lengthBytes);
    length.writeInt32BE(request.length);
    socket.write(Buffer.concat([length, request]));
  });
}
