/** An HTTP client over kept-alive connections, in which every request has a deadline and none throws. */
import { Agent, request } from 'node:http';

const deadlineMsDefault = 30_000;
/** A browser's user agent: with a public key, programs under their own name count as bots. */
const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** `localAddress` distinguishes clients: on Linux all of 127.0.0.0/8 is this machine. */
export function createClient({ localAddress } = {}) {
  const agent = new Agent({ keepAlive: true });

  /** Resolves with status 0 if there is no complete response within the deadline. */
  function send(url, { method = 'GET', headers = {}, body, deadlineMs = deadlineMsDefault } = {}, isRepeated = false) {
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(deadlineMs);
      const call = request(
        url,
        { method, agent, localAddress, signal, headers: { 'User-Agent': userAgent, ...headers } },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
          response.on('error', () => resolve({ status: 0, text: '' }));
        },
      );
      call.on('error', (error) => {
        // The server has closed an idle connection at the moment of its use: browsers also repeat the request.
        const isStale = call.reusedSocket && error.code === 'ECONNRESET' && !isRepeated;
        if (isStale) resolve(send(url, { method, headers, body, deadlineMs }, true));
        else resolve({ status: 0, text: error.code ?? error.name });
      });
      call.end(body);
    });
  }

  return {
    send,
    /** Sends `events` as one batch, or as it is if `events` is a single event. */
    sendEvents(ingestUrl, key, events, options = {}) {
      const body = JSON.stringify(Array.isArray(events) ? { events } : events);
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
      return send(`${ingestUrl}/api/v1/events`, { method: 'POST', headers, body, ...options });
    },
    /** `parameters` are optional. */
    query(apiUrl, key, name, parameters = {}, options = {}) {
      const url = `${apiUrl}/api/v1/analytics/${name}?${new URLSearchParams(parameters)}`;
      return send(url, { headers: { Authorization: `Bearer ${key}` }, ...options });
    },
    close: () => agent.destroy(),
  };
}
