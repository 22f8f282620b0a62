/**
 * Sends events over connections that stay open, one request at a time on each, until its time is over, and prints what came of
 * it as JSON. A process of its own, so that it takes nothing from the thread of the server. Its argument is JSON:
 * `{port, key, sender, seconds, connections, run}`; `run` is another number in each call, so that no visitor comes twice.
 */
import { connect } from 'node:net';

/** At most so many visitors in one run. */
const visitorsOfRun = 4_000_000;
const pages = 2_000;
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

const { port, key, sender, seconds, connections, run } = JSON.parse(process.argv[2]);
const batch = /^batches of (\d+)$/.exec(sender);
const eventsOfRequest = batch ? Number(batch[1]) : 1;
const latenciesMs = [];
let visitor = run * visitorsOfRun;
let accepted = 0;
let refused = 0;
let refusal = '';

function nextRequest() {
  const number = sender === 'the same visitor' ? run * visitorsOfRun : (visitor += 1);
  const events = Array.from({ length: eventsOfRequest }, (_, index) => eventOf(number * eventsOfRequest + index));
  const body = JSON.stringify(batch ? { events } : events[0]);
  return Buffer.from(
    `POST /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n` +
      `Origin: https://www.example.com\r\nUser-Agent: ${userAgents[number % userAgents.length]}\r\n` +
      `X-Forwarded-For: ${addressOf(number)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function eventOf(number) {
  const page = (number * 7_919) % pages;
  return {
    type: '$pageview',
    url: `https://www.example.com/articles/${page}?utm_source=news&utm_medium=email`,
    title: `Article ${page}`,
    referrer: 'https://www.google.com/',
    props: { plan: 'pro', seats: 5 },
    ...(sender === 'visitors with IDs' ? { visitorId: `visitor ${number}` } : {}),
  };
}

/** All over the networks that are assigned to somebody, so that most addresses have a city of their own. */
function addressOf(number) {
  const scattered = Math.imul(number, 2_654_435_761) >>> 0;
  return [20 + ((scattered >>> 24) % 180), (scattered >>> 16) & 255, (scattered >>> 8) & 255, scattered & 255].join(
    '.',
  );
}

const endMs = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, send));
latenciesMs.sort((a, b) => a - b);
const share = (part) => latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * part))];
if (refused > 0) throw new Error(`${refused} of ${refused + accepted} requests were refused: ${refusal}`);
console.log(
  JSON.stringify({
    requests: accepted,
    requestsPerSecond: accepted / seconds,
    eventsPerSecond: (accepted * eventsOfRequest) / seconds,
    p50Ms: share(0.5),
    p99Ms: share(0.99),
  }),
);

function send() {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let sentAtMs = 0;
    let answer = '';
    const next = () => {
      if (performance.now() >= endMs) {
        socket.destroy();
        resolve();
        return;
      }
      const request = nextRequest();
      sentAtMs = performance.now();
      socket.write(request);
    };
    socket.on('connect', next).on('error', reject);
    socket.on('data', (chunk) => {
      answer += chunk.latin1Slice();
      const headEnd = answer.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
      if (headEnd === -1 || answer.length < headEnd + 4 + length) return;
      if (answer.startsWith('HTTP/1.1 202')) accepted += 1;
      else {
        refused += 1;
        refusal = answer.slice(0, 300);
      }
      latenciesMs.push(performance.now() - sentAtMs);
      answer = '';
      next();
    });
  });
}
