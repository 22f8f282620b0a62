/** The requests of an honest client, sent at a steady pace, even if the last one has no response yet, and their results. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../dist/finding.js';
import { createClient } from './client.mjs';

/** A request without a response within this time has failed. */
const deadlineMs = 10_000;
const visibleDeadlineMs = 60_000;
const pollMs = 150;
const hourMs = 3_600_000;
const client = createClient();
const endpoints = ['overview', 'pages'];
const healthzMs = 50;
const realtimeMs = 2_000;
/** A number that makes each range different, so that no response comes from the cache. */
let ranges = 0;

/** Sends each probe every `everyMs` until `isOver`. Returns the figures of each, once all have a response. */
export async function measureHonest(probes, isOver) {
  return Promise.all(probes.map((probe) => measureProbe(probe, isOver)));
}

async function measureProbe({ name, everyMs, once }, isOver) {
  const times = [];
  let succeeded = 0;
  const running = [];
  const probe = async () => {
    const startedAtMs = performance.now();
    const isOk = await once();
    times.push(performance.now() - startedAtMs);
    succeeded += isOk ? 1 : 0;
  };
  const beganAtMs = performance.now();
  for (let sent = 0; !isOver();) {
    running.push(probe());
    sent += 1;
    await delay(Math.max(0, beganAtMs + sent * everyMs - performance.now()));
  }
  await Promise.all(running);
  const [p50Ms, p99Ms, maxMs] = [0.5, 0.99, 1].map((portion) => quantile(times, portion));
  return { name, requests: times.length, succeeded, p50Ms, p99Ms, maxMs };
}

export const healthz = (url, name = 'GET /healthz') => ({
  name,
  everyMs: healthzMs,
  once: () => succeeds(client.send(`${url}/healthz`, { deadlineMs }), 200),
});

/** Queries two endpoints in turn, never twice with the same range. */
export const analytics = ({ apiUrl }, { secretKey }, everyMs = 250) => {
  let requested = 0;
  return {
    name: endpoints.join(', '),
    everyMs,
    once() {
      const endpoint = endpoints[requested++ % endpoints.length];
      return succeeds(client.query(apiUrl, secretKey, endpoint, freshRange(), { deadlineMs }), 200);
    },
  };
};

/** Single events, sent like a browser's. */
export const singleEvents = ({ ingestUrl }, { publicKey }, everyMs = 50) => ({
  name: 'POST one event',
  everyMs,
  once: () => succeeds(client.sendEvents(ingestUrl, publicKey, pageview(), { deadlineMs }), 202),
});

/** Events, timed from sending until the events endpoint returns them. */
export const visibleEvents = ({ apiUrl, ingestUrl }, { secretKey }, everyMs = 2_000) => {
  const isSeen = watchTypes(apiUrl, secretKey);
  return {
    name: 'event visible',
    everyMs,
    async once() {
      const type = `seen ${randomUUID()}`;
      const endMs = performance.now() + visibleDeadlineMs;
      const { status } = await client.sendEvents(ingestUrl, secretKey, { ...pageview(), type }, { deadlineMs });
      return status === 202 && isSeen(type, endMs);
    },
  };
};

/** Returns a function that resolves to true if a type of event is shown before `endMs`. One request at a time covers all types, so that the honest client stays a small load. */
function watchTypes(apiUrl, secretKey) {
  const waiting = new Map();
  let isPolling = false;
  async function poll() {
    if (isPolling) return;
    isPolling = true;
    for (; waiting.size > 0; await delay(pollMs)) {
      const parameters = { ...freshRange(), limit: 1000 };
      const { text } = await client.query(apiUrl, secretKey, 'events', parameters, { deadlineMs });
      for (const [type, { endMs, tell }] of waiting) {
        const isShown = text.includes(type);
        if (!isShown && performance.now() < endMs) continue;
        waiting.delete(type);
        tell(isShown);
      }
    }
    isPolling = false;
  }
  return (type, endMs) =>
    new Promise((tell) => {
      waiting.set(type, { endMs, tell });
      void poll();
    });
}

/** Queries realtime for workspaces in turn: a response is cached for a minute. */
export const realtime = ({ apiUrl }, workspaces) => {
  let requested = 0;
  return {
    name: 'realtime',
    everyMs: realtimeMs,
    once() {
      const { secretKey } = workspaces[requested++ % workspaces.length];
      return succeeds(client.query(apiUrl, secretKey, 'realtime', {}, { deadlineMs }), 200);
    },
  };
};

export const pageview = () => ({
  type: '$pageview',
  visitorId: `honest-${Math.floor(Math.random() * 500)}`,
  url: `https://honest.example/page/${Math.floor(Math.random() * 50)}`,
});

/** Returns a new range of about the last seven days. */
function freshRange() {
  ranges += 1;
  const nowMs = Date.now();
  return {
    start: new Date(nowMs - 7 * 24 * hourMs - (ranges % hourMs)).toISOString(),
    end: new Date(nowMs + hourMs).toISOString(),
  };
}

/** Resolves to true if the request gets the expected status. */
const succeeds = async (sending, expected) => (await sending).status === expected;
