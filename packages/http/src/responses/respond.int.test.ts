import { AppError } from '@footfall/errors';
import { createLogger, type Logger } from '@footfall/process';
import { type Listener, listen, serverLimits } from '../server/listen.ts';
import { requestId } from './request-id.ts';
import { sendError } from './respond.ts';

const log: string[] = [];
let logger: Logger;
const listeners: Listener[] = [];
afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.drain(0))));
beforeEach(() => {
  log.splice(0);
  logger = createLogger('test', 'trace', false, { write: (line) => log.push(line) });
});

/** Returns the response that a client receives for `thrown`. */
async function answerTo(thrown: unknown) {
  const listener = await listen(
    (_request, response) => {
      requestId(response);
      sendError(response, thrown, logger);
    },
    { host: '127.0.0.1', port: 0, portSetting: 'PORT' },
    serverLimits,
  );
  listeners.push(listener);
  const response = await fetch(listener.url);
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe('sendError', () => {
  it('gives status, headers and body of an AppError, and does not log what a client did wrong', async () => {
    const error = new AppError('METHOD_NOT_ALLOWED', 'Not this way', { headers: { Allow: 'GET' } });
    const { status, headers, body } = await answerTo(error);
    expect([status, headers.get('allow')]).toEqual([405, 'GET']);
    expect(body).toEqual({ success: false, error: { code: 'METHOD_NOT_ALLOWED', message: 'Not this way' } });
    expect(log).toEqual([]);
  });

  it('asks for a bearer key with 401', async () => {
    const { headers } = await answerTo(new AppError('UNAUTHORIZED', 'A key is needed'));
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('hides anything else behind a 500 and logs it under the request id', async () => {
    const { status, headers, body } = await answerTo(new TypeError('the inside of it'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('inside');
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('the inside of it');
    expect(log[0]).toContain(headers.get('x-request-id'));
  });

  it('says with 503 when to come again, and logs it only when there is a cause', async () => {
    const full = await answerTo(new AppError('UNAVAILABLE', 'Full', { retryAfterSeconds: 2 }));
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '2']);
    expect(log).toEqual([]);
    const broken = await answerTo(new AppError('UNAVAILABLE', 'Down', { cause: new Error('refused') }));
    expect(Number(broken.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(log).toHaveLength(1);
  });

  it('logs what is away once a second at most, with its reason and without a stack', async () => {
    for (let request = 0; request < 10; request += 1) {
      const answer = await answerTo(new AppError('UNAVAILABLE', 'The log is away', { cause: new Error('refused') }));
      expect(answer.status).toBe(503);
    }
    expect(log.length).toBeLessThan(10);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({
      msg: 'The log is away',
      err: { message: 'The log is away: refused', code: 'UNAVAILABLE' },
    });
    expect(log[0]).not.toContain('stack');
  });
});
