/** The canonical form of addresses, and the rate limit bucket of each client. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalAddress, limitBucket } from './address.ts';

describe('an address as text', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    [' 8.8.8.8 ', '8.8.8.8'],
    ['2001:DB8::1', '2001:db8::1'],
    ['2a00:1450:4001:081b:0000:0000:0000:200e', '2a00:1450:4001:81b::200e'],
    ['2a00:1450:4001:81b::200e', '2a00:1450:4001:81b::200e'],
    // The longest run of zeros is shortened, the first of two equal ones, and never a single zero.
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['0:0:1:2:3:0:0:4', '::1:2:3:0:0:4'],
    ['1::2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::FFFF:8.8.8.8', '8.8.8.8'],
    ['0:0:0:0:0:ffff:81.2.69.142', '81.2.69.142'],
    ['0:0:0:0:0:ffff:5102:458e', '81.2.69.142'],
    ['::ffff:808:808', '8.8.8.8'],
    ['::ffff:ffff:ffff', '255.255.255.255'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('E21 %s is %s', (text, address) => {
    expect(canonicalAddress(text)).toBe(address);
  });

  it.each([
    '',
    '-',
    'unknown',
    '8.8.8',
    '8.8.8.8:80',
    '[::1]',
    '::ffff:8.8.8.256',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '1'.repeat(100),
  ])('E21 %p is not an address', (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  });

  it('E21 has one form, however it is written', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xff_ff }));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const long = groups.map((each) => each.toString(16).padStart(4, '0')).join(':');
        const upper = groups.map((each) => each.toString(16).toUpperCase()).join(':');
        const canonical = canonicalAddress(long);
        expect(canonical).toBeDefined();
        expect(canonicalAddress(upper)).toBe(canonical);
        expect(canonicalAddress(canonical ?? '')).toBe(canonical);
      }),
    );
  });
});

describe('the bucket of a limit', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0:0:1::', '2001:0:0:1::/64'],
    ['::1:2:3:4:5:6', '0:0:1:2::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::1.2.3.4', '0:0:0:0::/64'],
  ])('G15 of %s is %s', (address, bucket) => {
    expect(limitBucket(address)).toBe(bucket);
  });

  it('G15 is the same for a whole /64', () => {
    const hosts = Array.from({ length: 1_000 }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
    const buckets = hosts.map((hex) => {
      const host = hex.slice(0, 16).replace(/(.{4})(?=.)/g, '$1:');
      return limitBucket(canonicalAddress(`2001:db8:0:7:${host}`) ?? '');
    });
    expect(new Set(buckets)).toEqual(new Set(['2001:db8:0:7::/64']));
  });
});
