/**
 * Sends events over connections that stay open, one request at a time on each, until its time is over, and prints the results
 * as JSON. A separate process, so that it uses no time of the server's thread. Its argument is JSON:
 * `{port, key, protocol, sender, seconds, connections, run}`; `run` is a different number in each call, so that no visitor returns, and
 * `protocol` is `footfall`, or that of another product.
 */
import { connect } from 'node:net';
import { quantile } from '../dist/finding.js';
import { addressOf, pageviewOf } from './pageviews.mjs';

/** The most visitors in one run. */
const visitorsOfRun = 4_000_000;
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

const { port, key, protocol, sender, seconds, connections, run } = JSON.parse(process.argv[2]);
const batch = /^batches of (\d+)$/.exec(sender);
const eventsOfRequest = batch ? Number(batch[1]) : 1;
const latenciesMs = [];
let visitor = run * visitorsOfRun;
let accepted = 0;
let refused = 0;
let refusal = '';

const protocols = {
  footfall: { write: writeEvents, accepted: 202 },
  goatcounter: { write: writeCount, accepted: 200 },
};
const { write, accepted: acceptedStatus } = protocols[protocol];

function nextRequest() {
  return write(sender === 'the same visitor' ? run * visitorsOfRun : (visitor += 1));
}

function writeEvents(number) {
  const events = Array.from({ length: eventsOfRequest }, (_, index) => eventOf(number * eventsOfRequest + index));
  const body = JSON.stringify(batch ? { events } : events[0]);
  return Buffer.from(
    `POST /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n` +
      `${headersOf(number)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The request of GoatCounter's script. */
function writeCount(number) {
  const { url, title, referrer } = eventOf(number);
  const { pathname, search } = new URL(url);
  const query = new URLSearchParams({ p: pathname, t: title, r: referrer, q: search, s: '1920,1080,1', rnd: number });
  return Buffer.from(`GET /count?${query} HTTP/1.1\r\nHost: ${key}\r\n${headersOf(number)}\r\n`);
}

/** The sender of the request. */
function headersOf(number) {
  return (
    `Origin: https://www.example.com\r\nUser-Agent: ${userAgents[number % userAgents.length]}\r\n` +
    `X-Forwarded-For: ${addressOf(number)}\r\n`
  );
}

function eventOf(number) {
  return {
    ...pageviewOf(number),
    props: { plan: 'pro', seats: 5 },
    ...(sender === 'visitors with IDs' ? { visitorId: `visitor ${number}` } : {}),
  };
}

const endMs = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, send));
if (refused > 0) throw new Error(`${refused} of ${refused + accepted} requests were refused: ${refusal}`);
console.log(
  JSON.stringify({
    requests: accepted,
    requestsPerSecond: accepted / seconds,
    eventsPerSecond: (accepted * eventsOfRequest) / seconds,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  }),
);

/** Sends one request after the other, over a new connection if the server has closed the last one. */
async function send() {
  let socket;
  while (performance.now() < endMs) {
    const request = nextRequest();
    const sentAtMs = performance.now();
    if (!socket || socket.destroyed) socket = connect(port, '127.0.0.1').setNoDelay(true);
    const response = await exchange(socket, request);
    if (response.startsWith(`HTTP/1.1 ${acceptedStatus}`)) accepted += 1;
    else {
      refused += 1;
      refusal = response.slice(0, 300);
    }
    latenciesMs.push(performance.now() - sentAtMs);
  }
  socket?.destroy();
}

/** Resolves with the response, once it is complete or the server has closed the connection. */
function exchange(socket, request) {
  return new Promise((resolve, reject) => {
    let response = '';
    const end = () => {
      socket.removeAllListeners();
      resolve(response);
    };
    const close = () => {
      socket.destroy();
      end();
    };
    socket.on('error', reject).on('end', close);
    socket.on('data', (chunk) => {
      response += chunk.latin1Slice();
      const headEnd = response.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(response)?.[1];
      if (headEnd === -1 || length === undefined || response.length < headEnd + 4 + Number(length)) return;
      if (/connection: close/i.test(response)) close();
      else end();
    });
    socket.write(request);
  });
}
