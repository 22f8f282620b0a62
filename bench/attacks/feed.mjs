/** Sends events into a workspace before an attack, or as an attack. */
import { setTimeout as delay } from 'node:timers/promises';

const atOnce = 4;
const attemptsMax = 100;
const dayMs = 86_400_000;

/** Sends `count` events of `makeEvent` in batches, each until it is accepted. `note` is called with each status. */
export async function feed(client, ingestUrl, key, { count, makeEvent, batchEvents = 1000, note = () => undefined }) {
  let made = 0;
  const send = async () => {
    while (made < count) {
      const first = made;
      made += Math.min(batchEvents, count - first);
      const events = Array.from({ length: made - first }, (_, index) => makeEvent(first + index));
      for (let attempt = 1; ; attempt += 1) {
        const { status } = await client.sendEvents(ingestUrl, key, events);
        note(status);
        if (status === 202) break;
        if (status !== 503 && status !== 429 && status !== 0) throw new Error(`a batch was refused with ${status}`);
        if (attempt === attemptsMax)
          throw new Error(`a batch was refused ${attempt} times, the last time with ${status}`);
        await delay(200);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
}

/** Returns a plausible visit, at a time in the last `days`. */
export function visit(index, days) {
  const visitor = Math.floor(Math.random() * 20_000);
  return {
    type: index % 20 === 0 ? `signup ${index % 7}` : '$pageview',
    timestamp: Date.now() - 1000 - Math.floor(Math.random() * days * dayMs),
    visitorId: `visitor-${visitor}`,
    url: `https://site.example/page/${Math.floor(Math.random() ** 3 * 2_000)}?utm_source=source-${visitor % 50}&utm_campaign=campaign-${visitor % 200}`,
    title: 'A page',
    referrer: `https://referrer-${visitor % 300}.example/`,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ip: `8.8.${visitor % 256}.${visitor % 255}`,
  };
}
