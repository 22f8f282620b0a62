import type { ServerResponse } from 'node:http';
import { AppError } from '@footfall/errors';
import { createLogger, type Logger } from '@footfall/process';
import { type Listener, listen } from '../server/listen.ts';
import { setRequestId } from './request-id.ts';
import { sendError } from './respond.ts';

const log: string[] = [];
let logger: Logger;
const listeners: Listener[] = [];
afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.drain(0))));
beforeEach(() => {
  log.splice(0);
  logger = createLogger('test', { write: (line) => log.push(line) });
});

/** Sends a request to a server that responds with `respond`. */
async function request(respond: (response: ServerResponse) => void): Promise<Response> {
  const listener = await listen((_request, response) => respond(response), {
    host: '127.0.0.1',
    port: 0,
    portSetting: 'PORT',
  });
  listeners.push(listener);
  return fetch(listener.url);
}

/** Returns the response that a client receives for `thrown`. */
async function responseTo(thrown: unknown) {
  const response = await request((responding) => {
    setRequestId(responding);
    sendError(responding, thrown, logger);
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe('sendError', () => {
  it('sends status, headers and body of an AppError, and does not log errors of clients', async () => {
    const error = new AppError('METHOD_NOT_ALLOWED', 'Not this way', { headers: { Allow: 'GET' } });
    const { status, headers, body } = await responseTo(error);
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect(body).toEqual({ success: false, error: { code: 'METHOD_NOT_ALLOWED', message: 'Not this way' } });
    expect(log).toEqual([]);
  });

  it('requires a bearer key with 401', async () => {
    const { headers } = await responseTo(new AppError('UNAUTHORIZED', 'A key is needed'));
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('hides any other error behind a 500 and logs it under the request ID', async () => {
    const { status, headers, body } = await responseTo(new TypeError('the inside of it'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('inside');
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('the inside of it');
    expect(log[0]).toContain(headers.get('x-request-id'));
  });

  it('disconnects a client to which a response has been sent in part, and logs the error', async () => {
    const received = request((response) => {
      response.write('a part');
      sendError(response, new TypeError('too late'), logger);
    });
    await expect(received.then((response) => response.text())).rejects.toThrow(/failed|terminated/);
    expect(log).toEqual([expect.stringContaining('too late')]);
  });

  it('sends Retry-After with 503, and logs it only if it has a cause', async () => {
    const full = await responseTo(new AppError('UNAVAILABLE', 'Full', { retryAfterSeconds: 2 }));
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '2']);
    expect(log).toEqual([]);
    const broken = await responseTo(new AppError('UNAVAILABLE', 'Down', { cause: new Error('refused') }));
    expect(Number(broken.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(log).toHaveLength(1);
  });

  it('logs an unavailable dependency at most once a second, with its reason and without a stack', async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      const response = await responseTo(
        new AppError('UNAVAILABLE', 'The log is away', { cause: new Error('refused') }),
      );
      expect(response.status).toBe(503);
    }
    expect(log.length).toBeLessThan(10);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      msg: 'The log is away',
      err: { message: 'The log is away: refused', code: 'UNAVAILABLE' },
    });
    expect(log[0]).not.toContain('stack');
  });
});
