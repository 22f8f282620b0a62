import { errorStatus } from '@footfall/errors';
import { ApiError } from './api-error.ts';

const refusal = (code: unknown) => ({ success: false, error: { code, message: 'because' } });

it.each(Object.entries(errorStatus))('has the code %s of the API, and its message', (code, status) => {
  expect(new ApiError(new Response('', { status }), refusal(code))).toMatchObject({ status, code, message: 'because' });
});

it('has a code that this version does not know, and its message', () => {
  expect(new ApiError(new Response('', { status: 418 }), refusal('TEAPOT'))).toMatchObject({
    code: 'TEAPOT',
    message: 'because',
  });
});

it.each([{ code: 403, message: 'no' }, { code: 'NO_ROUTE' }])(
  'is UNAVAILABLE with %j, which is not of the API',
  (error) => {
    expect(new ApiError(new Response('', { status: 403 }), { success: false, error })).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('HTTP 403'),
    });
  },
);

describe('the time until a retry', () => {
  beforeAll(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 23, 10), doNotFake: ['queueMicrotask'] }));
  afterAll(() => jest.useRealTimers());

  it.each([
    ['7', 7],
    ['0', 0],
    ['Mon, 23 Nov 2026 10:01:30 GMT', 90],
    ['Mon, 23 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of Retry-After: %s is %p seconds', (retryAfter, seconds) => {
    const headers = new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
    expect(new ApiError(new Response('', { status: 503, headers }), undefined).retryAfterSeconds).toBe(seconds);
  });
});
