/** What the log says of a server that cannot be reached. */
import { mapServerError } from './engine-errors.ts';

describe('an error of a connection', () => {
  it.each([
    ['connect ECONNREFUSED 192.0.2.7:8123', 'ECONNREFUSED', 'nothing listens there (ECONNREFUSED)'],
    ['getaddrinfo ENOTFOUND clickhouse', 'ENOTFOUND', 'the host name is unknown (ENOTFOUND)'],
    ['getaddrinfo EAI_AGAIN clickhouse', 'EAI_AGAIN', 'the host name cannot be resolved at the moment (EAI_AGAIN)'],
    ['read ECONNRESET 192.0.2.7:8123', 'ECONNRESET', 'the connection failed (ECONNRESET)'],
    ['Timeout error.', undefined, 'Timeout error.'],
  ])('%s has its meaning as the cause, without the address', (message, code, meaning) => {
    expect(mapServerError(Object.assign(new Error(message), code && { code }))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The store does not respond',
      cause: { message: meaning },
    });
  });
});
