/** Parses REDIS_URL. */

/** Host, port and database of Redis, the credentials, and the prefix of keys and channels. */
export interface RedisAddress {
  host: string;
  port: number;
  username: string | undefined;
  password: string | undefined;
  database: number;
  isEncrypted: boolean;
  keyPrefix: string;
}

const defaultPort = 6379;
const defaultKeyPrefix = 'footfall:';
const keyPrefixPattern = /^[\w.:-]{1,64}$/;
const databasePattern = /^\/?$|^\/(\d{1,5})$/;

/** Returns the parts of `text`; undefined if it is not such a URL or has additional parts. */
export function readRedisUrl(text: string): RedisAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || url.hash !== '') {
    return undefined;
  }
  const database = databasePattern.exec(url.pathname);
  const { keyPrefix = defaultKeyPrefix, ...others } = Object.fromEntries(url.searchParams);
  if (database === null || !keyPrefixPattern.test(keyPrefix) || Object.keys(others).length > 0) return undefined;
  const username = decode(url.username);
  const password = decode(url.password);
  if (username === undefined || password === undefined) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    username: username === '' ? undefined : username,
    password: password === '' ? undefined : password,
    database: Number(database[1] ?? 0),
    isEncrypted: url.protocol === 'rediss:',
    keyPrefix,
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
