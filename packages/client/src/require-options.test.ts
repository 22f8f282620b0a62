import { FootfallClient } from './client.ts';

/** Creates a client as a caller without types does. */
function create(options: Record<string, unknown>): FootfallClient {
  const given: unknown = { url: 'https://footfall.example.com', key: 'sk_live_0', ...options };
  return new FootfallClient(given as ConstructorParameters<typeof FootfallClient>[0]);
}

it.each([
  [
    { url: 'footfall.example.com' },
    'url must be the base URL of the API, such as https://footfall.example.com, got a text',
  ],
  [{ url: '' }, 'url must be the base URL of the API, such as https://footfall.example.com, got an empty text'],
  [{ url: 'https://' }, 'url must be'],
  [{ url: undefined }, 'got undefined'],
  [{ url: new URL('https://footfall.example.com') }, 'got a value of type object'],
  [{ url: 'https://footfall.example.com/?key=1' }, 'got a URL with a query or a fragment'],
  [
    { url: 'https://footfall.example.com/api/v1' },
    'url must be the base URL of the API, such as https://footfall.example.com, got a URL that contains /api/v1',
  ],
  [{ url: 'https://footfall.example.com/API/v1/' }, 'got a URL that contains /api/v1'],
  [{ url: 'https://footfall.example.com/api/v1/analytics' }, 'got a URL that contains /api/v1'],
  [{ url: 'https://footfall.example.com/api/v1/analytics/overview' }, 'got a URL that contains /api/v1'],
  [{ key: undefined }, 'key must be a secret key of the workspace (sk_live_…), got undefined'],
  [{ key: '' }, 'got an empty text'],
  [{ key: ' \n' }, 'got an empty text'],
  [{ key: 'sk_live_…' }, 'got a text with spaces or characters other than ASCII'],
  [{ key: 'sk_live_1 # the key' }, 'got a text with spaces or characters other than ASCII'],
  [{ key: 42 }, 'got a value of type number'],
  [{ timeoutMs: '30s' }, 'timeoutMs must be an integer from 1 to 2147483647, got a value of type string'],
  [{ timeoutMs: 0 }, 'timeoutMs must be an integer from 1 to 2147483647, got 0'],
  [{ timeoutMs: 1.5 }, 'got 1.5'],
  [{ timeoutMs: Infinity }, 'got Infinity'],
  [{ timeoutMs: 2 ** 31 }, 'got 2147483648'],
])('refuses %j and says why', (options, message) => {
  expect(() => create(options)).toThrow(TypeError);
  expect(() => create(options)).toThrow(message);
});

it.each([{ key: 'sk_live_xyzzy …' }, { url: 'sk_live_xyzzy' }, { url: 'https://x.example/?xyzzy' }])(
  'never shows a key, not even one that was passed as the URL: %j',
  (options) => {
    expect(() => create(options)).toThrow(/^(?!.*xyzzy)/);
  },
);

it.each([
  { url: 'http://127.0.0.1:4000/stats//', timeoutMs: 1 },
  // A proxy may serve the API under any prefix.
  { url: 'https://example.com/analytics' },
  { url: 'https://example.com/api/v12' },
  // The line end of a file.
  { key: 'sk_live_0\n', timeoutMs: undefined },
])('accepts %j, which can be sent', (options) => {
  expect(create(options)).toBeInstanceOf(FootfallClient);
});
