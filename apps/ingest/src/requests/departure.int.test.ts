/** Clients that go away behind their last events, as the pages that are closed do. */
import { connect, type Socket } from 'node:net';
import { type Bench, chrome, openBench, pageview, post } from '../serve.fixture.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** The whole request, and not its answer. */
function send(url: string, key: string): Socket {
  const body = JSON.stringify({ key, events: [pageview] });
  const head = ['POST /api/v1/events HTTP/1.1', 'Host: in', 'Content-Type: text/plain', `User-Agent: ${chrome}`];
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
  return socket;
}

it('a visitor whose connection is cut before the events are judged is the one that they were', async () => {
  const { publicKey } = await bench.tenant();
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const identify = async (key: string) => {
    asked();
    await released;
    return bench.keyStore.identify(key);
  };
  const { url, eventsUrl } = await bench.serve({ keyStore: { ...bench.keyStore, identify } });
  const socket = send(url, publicKey);
  await isAsked;
  socket.resetAndDestroy();
  // The server has come to know of it by the time that it has answered somebody else.
  await fetch(`${url}/healthz`);
  letGo();
  await post(eventsUrl, { key: publicKey, events: [pageview] });
  const events = [];
  while (events.length < 2) events.push(...(await bench.taken()));
  expect(new Set(events.map(({ visitorId, sessionId }) => `${visitorId} ${sessionId}`)).size).toBe(1);
});
