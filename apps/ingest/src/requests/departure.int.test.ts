/** Clients that disconnect right after their last events, like pages that are closed. */
import { connect, type Socket } from 'node:net';
import { chrome, pageview, post } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';

const shared = sharedRig();

/** Sends the whole request without waiting for the response. */
function send(url: string, key: string): Socket {
  const body = JSON.stringify({ key, events: [pageview] });
  const head = ['POST /api/v1/events HTTP/1.1', 'Host: in', 'Content-Type: text/plain', `User-Agent: ${chrome}`];
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
  return socket;
}

it('a visitor whose connection is closed before the events are enriched stays the same visitor', async () => {
  const { rig } = shared;
  const { publicKey } = shared.tenant;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const identify = async (key: string) => {
    reach();
    await released;
    return rig.keyStore.identify(key);
  };
  const { url, eventsUrl } = await rig.serve({ keyStore: { ...rig.keyStore, identify } });
  const socket = send(url, publicKey);
  await reached;
  socket.resetAndDestroy();
  // The server has noticed it once it has responded to another client.
  await fetch(`${url}/healthz`);
  release();
  await post(eventsUrl, { key: publicKey, events: [pageview] });
  const events = [];
  while (events.length < 2) events.push(...(await rig.taken()));
  expect(new Set(events.map(({ visitorId, sessionId }) => `${visitorId} ${sessionId}`)).size).toBe(1);
});
