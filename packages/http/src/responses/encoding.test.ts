/** The choice of an encoding for a request. */
import { chooseEncoding } from './encoding.ts';

describe('the encoding chosen', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['deflate', 'identity'],
    ['zstd', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP ; q=1.0', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['*, br;q=0', 'gzip'],
    ['*, br;q=0.5, gzip;q=0.5', 'identity'],
    ['gzip;q=high', 'identity'],
  ] as const)('of %j is %s', (acceptEncoding, encoding) => {
    expect(chooseEncoding(acceptEncoding)).toBe(encoding);
  });
});
