/** A raw connection of an attacker: it writes any bytes, and reads only the status of a response. */
import { connect } from 'node:net';

/** Different from the honest client's 127.0.0.1: limits by address must not affect both. */
export const attackerAddress = '127.0.0.66';

const pipelineMsMax = 60_000;

const statusStart = Buffer.from('HTTP/1.1 ');
const statusLength = statusStart.length + 3;

/** Opens a connection to `port`, writes `bytes`, and calls `onStatus` with each status received. */
export function openRaw(port, bytes, onStatus = () => undefined) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: attackerAddress });
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (let found; (found = text.indexOf(statusStart, at)) !== -1 && found + statusLength <= text.length;) {
      at = found + statusLength;
      onStatus(text.latin1Slice(at - 3, at));
    }
    rest = text.subarray(Math.max(at, text.length - statusLength + 1));
  });
  // Errors of the connection become visible when it closes.
  socket.on('error', () => undefined);
  socket.write(bytes);
  return socket;
}

/** Sends `count` requests for `path` at once over one connection; resolves when that is closed, which the last one requests. */
export function pipeline(port, path, { count, headers = [], note }) {
  const request = (fields) => `GET ${path} HTTP/1.1\r\n${['Host: attacked', ...fields].join('\r\n')}\r\n\r\n`;
  const text = request(headers).repeat(count - 1) + request([...headers, 'Connection: close']);
  return new Promise((resolve) => {
    let responses = 0;
    const socket = openRaw(port, text, (status) => {
      responses += 1;
      note(status);
    });
    const timer = setTimeout(() => socket.destroy(), pipelineMsMax);
    socket.on('close', () => {
      clearTimeout(timer);
      if (responses < count) note(0, count - responses);
      resolve();
    });
  });
}
