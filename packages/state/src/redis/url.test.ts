/** The accepted forms of REDIS_URL. */
import { readRedisUrl } from './url.ts';

const plain = {
  host: 'localhost',
  port: 6379,
  username: undefined,
  password: undefined,
  database: 0,
  isEncrypted: false,
  keyPrefix: 'footfall:',
};

it.each([
  ['redis://localhost', {}],
  ['redis://localhost:6380/', { port: 6380 }],
  ['rediss://localhost/2', { isEncrypted: true, database: 2 }],
  ['redis://:p%40ss%2Fword@localhost', { password: 'p@ss/word' }],
  ['redis://app:secret@localhost', { username: 'app', password: 'secret' }],
  ['redis://[::1]', { host: '::1' }],
  ['redis://localhost?keyPrefix=site-a:', { keyPrefix: 'site-a:' }],
])('reads %s', (url, told) => {
  expect(readRedisUrl(url)).toEqual({ ...plain, ...told });
});
