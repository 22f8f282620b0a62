/** An HTTP client over connections that are kept open, in which every request has a deadline and none throws. */
import { Agent, request } from 'node:http';

const deadlineMsDefault = 30_000;
/** Of a visitor: with a public key, programs that call themselves by name count as bots. */
const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** `localAddress` tells one client from another: on Linux all of 127.0.0.0/8 is this machine. */
export function createClient({ localAddress, connectionsMax = Infinity } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });

  /** Resolves with status 0 when there is no whole response within the deadline. */
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
        // The server has closed an idle connection just when it was used: browsers send the request again as well.
        const isStale = call.reusedSocket && error.code === 'ECONNRESET' && !isRepeated;
        if (isStale) resolve(send(url, { method, headers, body, deadlineMs }, true));
        else resolve({ status: 0, text: error.code ?? error.name });
      });
      call.end(body);
    });
  }

  return {
    send,
    /** Sends `events` as one batch, or as they are when `events` is one event. */
    sendEvents(ingestUrl, key, events, options = {}) {
      const body = JSON.stringify(Array.isArray(events) ? { events } : events);
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
      return send(`${ingestUrl}/api/v1/events`, { method: 'POST', headers, body, ...options });
    },
    /** `parameters` may be left out. */
    query(apiUrl, key, name, parameters = {}, options = {}) {
      const url = `${apiUrl}/api/v1/analytics/${name}?${new URLSearchParams(parameters)}`;
      return send(url, { headers: { Authorization: `Bearer ${key}` }, ...options });
    },
    close: () => agent.destroy(),
  };
}
