import { plainAddress } from './address.ts';

describe('an address as text', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    [' 8.8.8.8 ', '8.8.8.8'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::FFFF:8.8.8.8', '8.8.8.8'],
    ['::ffff:808:808', '8.8.8.8'],
    ['::ffff:ffff:ffff', '255.255.255.255'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
  ])('E21 %s is %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  it.each(['', '-', 'unknown', '8.8.8', '8.8.8.8:80', '[::1]', '::ffff:8.8.8.256', '1'.repeat(10_000)])(
    'E21 %.20s is none',
    (text) => {
      expect(plainAddress(text)).toBeUndefined();
    },
  );
});
