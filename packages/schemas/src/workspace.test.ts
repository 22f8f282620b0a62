import { keyInputSchema } from './api-key.ts';
import { problem } from './problem.fixture.ts';
import { isHostOf, originsOf, workspaceInputSchema } from './workspace.ts';

const noHost = (got: string) =>
  expect.stringMatching(new RegExp(`^allowedOrigins\\.0: must be a host such as .*, got ${got}`));
const shop = (allowedOrigins: unknown) => ({ name: 'Shop', allowedOrigins });

describe('the input of a workspace', () => {
  it.each([
    ['an empty name', { name: '' }, 'name: must have 1 to 200 characters, got ""'],
    ['a blank name', { name: ' ' }, 'name: must have 1 to 200 characters, got ""'],
    [
      'a long name',
      { name: 'x'.repeat(201) },
      `name: must have 1 to 200 characters, got "${'x'.repeat(40)}…" (201 characters)`,
    ],
    ['a number for a name', { name: 5 }, 'name: must have 1 to 200 characters, got 5'],
    ['no name', {}, 'name: must have 1 to 200 characters, got nothing'],
    [
      'too many origins',
      shop(Array.from({ length: 101 }, () => 'a.example')),
      'allowedOrigins: must be a list of up to 100 hosts, got a list of 101',
    ],
    [
      'origins that are not a list',
      shop('a.example'),
      'allowedOrigins: must be a list of up to 100 hosts, got "a.example"',
    ],
    ['a URL for an origin', shop(['https://a.example']), noHost('"https://a.example"')],
    ['a number for an origin', shop([5]), noHost('5')],
    ['a long origin', shop(['a'.repeat(256)]), noHost('"a{40}…" \\(256')],
    ['an unknown plan', { name: 'Shop', plan: 'gold' }, 'plan: must be one of free, pro, enterprise, got "gold"'],
  ])('A30 a workspace rejects %s with a message that says what is allowed', (_what, input, message) => {
    expect(problem(workspaceInputSchema, input)).toEqual(message);
  });

  it.each([
    ['a lone surrogate', 'Shop \ud800', 'U+D800'],
    ['an escape sequence', '\u001b[31mShop', 'U+001B'],
    ['a line feed at its end', 'Shop\n', 'U+000A'],
    ['text turned around', 'Shop \u202egnp.exe', 'U+202E'],
  ])('G13 a name is rejected for %s', (_what, name, named) => {
    const message = `name: must contain printable characters only, got ${named}`;
    expect(problem(workspaceInputSchema, { name })).toBe(message);
    expect(problem(keyInputSchema, { type: 'public', name })).toBe(message);
  });

  it('may have the longest name and the most origins', () => {
    const origins = Array.from({ length: 100 }, (_, index) => `${index}.example`);
    const input = { name: 'x'.repeat(200), allowedOrigins: origins };
    expect(workspaceInputSchema.parse(input)).toEqual(input);
  });

  it('hosts are stored in lower case', () => {
    const input = { name: ' Shop ', allowedOrigins: ['Shop.Example', '*.Shop.example', 'localhost:3000'] };
    expect(workspaceInputSchema.parse(input)).toEqual({
      name: 'Shop',
      allowedOrigins: ['shop.example', '*.shop.example', 'localhost:3000'],
    });
  });
});

describe('a host', () => {
  it.each([
    'example..com',
    'example.com.',
    '.example.com',
    'a.-b.com',
    'a-.b.com',
    'example.com:99999',
    'example.com:65536',
    'example.com:0',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}ab`,
  ])('is rejected as a domain and as an origin: %s', (host) => {
    expect(problem(workspaceInputSchema, { name: 'Shop', domain: host })).toMatch(/^domain: must be a host such as /);
    expect(problem(workspaceInputSchema, shop([host]))).toEqual(noHost('"'));
  });

  it('may have 255 characters, labels of up to 63 and a port of up to 65535, and is stored once', () => {
    const label = 'a'.repeat(63);
    const longest = `${[label, label, label, 'b'.repeat(48)].join('.')}.xn--p1ai:65535`;
    expect(longest).toHaveLength(255);
    const input = { ...shop(['a-b.example', longest, 'A-B.example', '127.0.0.1:1', longest]), domain: longest };
    expect(workspaceInputSchema.parse(input)).toEqual({
      ...shop(['a-b.example', longest, '127.0.0.1:1']),
      domain: longest,
    });
  });
});

describe('a domain', () => {
  const parse = (domain: unknown) => workspaceInputSchema.safeParse({ name: 'Shop', domain });

  it('is a host in lower case, or null', () => {
    expect(parse('Shop.Example').data?.domain).toBe('shop.example');
    expect(parse('localhost:3000').data?.domain).toBe('localhost:3000');
    expect(parse(null).data?.domain).toBeNull();
    for (const wrong of ['', 'https://shop.example', 'shop.example/', '*.shop.example', 'a b', 1]) {
      expect(parse(wrong).error?.issues[0]?.message).toContain('must be a host such as example.com');
    }
  });

  it('allows its pages and those of its subdomains', () => {
    expect(originsOf('shop.example')).toEqual(['shop.example', '*.shop.example']);
    expect(originsOf(null)).toEqual([]);
  });

  it('has its own host, with any port, and those of its subdomains', () => {
    for (const host of ['shop.example', 'www.shop.example']) {
      expect(isHostOf(host, 'shop.example')).toBe(true);
      expect(isHostOf(host, 'shop.example:3000')).toBe(true);
    }
    for (const host of ['myshop.example', 'shop.example.net', 'example', '']) {
      expect(isHostOf(host, 'shop.example')).toBe(false);
    }
  });
});

describe('a time zone', () => {
  const parse = (timezone: unknown) => workspaceInputSchema.safeParse({ name: 'Shop', timezone });

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['utc', 'UTC'],
    // Runtimes use other names for these.
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/UTC', 'Etc/UTC'],
  ])('is stored in the letter case of the IANA database: %s', (sent, stored) => {
    expect(parse(sent).data?.timezone).toBe(stored);
  });

  it('is a name that the runtime knows, or null', () => {
    for (const right of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', null]) {
      expect(parse(right).success).toBe(true);
    }
    for (const wrong of ['', 'CST', 'Mars/Olympus', '+02:00', 'Europe/Berlin; DROP', 2]) {
      expect(parse(wrong).error?.issues[0]?.message).toContain('must be the name of a time zone');
    }
  });
});
